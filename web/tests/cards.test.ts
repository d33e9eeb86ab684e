import { beforeAll, expect, test } from "vitest";
import { byMelds, byRank, bySuit, cardsIn, indexOf, points, signs, split, spoken } from "../src/lib/cards";
import { speak } from "../src/lib/text.svelte";
import { surroundings } from "./surroundings";

surroundings();
beforeAll(() => speak("en"));

test("points are those of the rules (R1.1)", () => {
  expect(points(split("As 2h Td Jc Qs Kh"))).toBe(43);
  expect(points([])).toBe(0);
});

test("orders", () => {
  const cards = split("Kh 3s Ah 3d Ts");
  expect(byRank(cards).join(" ")).toBe("Ah 3s 3d Ts Kh");
  expect(bySuit(cards).join(" ")).toBe("3s Ts Ah Kh 3d");
  expect(byMelds(split("9c 4h 9d Kc 5h 9s 6h"), ["4h 5h 6h", "9c 9d 9s"]).join(" ")).toBe("4h 5h 6h 9c 9d 9s Kc");
});

test("indices, signs and spoken names follow the language", async () => {
  expect(signs(split("Th Jd"))).toBe("10♥ J♦");
  expect(spoken("7h")).toBe("seven of hearts");
  expect(cardsIn("Kc on 4h 5h, ?? and As")).toBe("K♣ on 4♥ 5♥, ?? and A♠");
  await speak("fr");
  expect(["Jh", "Qh", "Kh", "Ah"].map(indexOf).join("")).toBe("VDRA");
  expect(spoken("Qs")).toBe("dame de pique");
});
