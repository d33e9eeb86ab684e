import { expect, test } from "vitest";
import { byMelds, byRank, bySuit, points, split } from "../../../src/lib/deal/cards";

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
