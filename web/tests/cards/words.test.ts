import { beforeAll, expect, test } from "vitest";
import { cardsIn, indexOf, signs, spoken } from "../../src/cards/words";
import { split } from "../../src/lib/deal/cards";
import { speak } from "../../src/lib/text.svelte";
import { surroundings } from "../surroundings";

surroundings();
beforeAll(() => speak("en"));

test("indices, signs and spoken names follow the language", async () => {
  expect(signs(split("Th Jd"))).toBe("10♥ J♦");
  expect(spoken("7h")).toBe("seven of hearts");
  expect(cardsIn("Kc on 4h 5h, ?? and As")).toBe("K♣ on 4♥ 5♥, ?? and A♠");
  await speak("fr");
  expect(["Jh", "Qh", "Kh", "Ah"].map(indexOf).join("")).toBe("VDRA");
  expect(spoken("Qs")).toBe("dame de pique");
});
