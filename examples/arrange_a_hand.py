"""Arrange a hand: its best melds, the best card to throw, and what a defender can lay off."""

import hollygin as hg

hand = hg.parse_cards("5h 6h 7h 8h 5s 5d 5c 2c 3d Kd Qs")

print("With eleven cards, the best cards to throw and the deadwood that each leaves:")
for card, deadwood in hg.discards(hand)[:3]:
    print(f"  {card}: {deadwood}")

king = hg.parse_card("Kd")
print(f"After {king}, every way to leave the least deadwood:")
for melds, loose, points in hg.arrangements(hand & ~king.bit):
    print(f"  {hg.melds_text(melds)}, loose {hg.text(loose)} = {points}")

spread = hg.parse_melds("4h 5h 6h / 9s 9d 9c")
defender = hg.parse_cards("Ks Kh Kd 7s 7h 7d 7c 8h 2s 3d")
reply = hg.best_defense(defender, spread)
print(f"Against {hg.melds_text(spread)} a defender with {hg.text(defender)}")
print(f"  keeps {hg.melds_text(reply.melds)},")
for card, meld in reply.layoffs:
    print(f"  lays {card} off on {hg.text(meld)},")
print(f"  and is left with {reply.deadwood} points.")
