"""Play a whole match between two computer players and print the score sheet."""

import hollygin as hg
from hollygin.players import make_player, play_match

NAMES = ("Alice", "Bruno")

rules = hg.make_rules("club", target=100, oklahoma=True)
players = (make_player("simple"), make_player("simple"))
match = play_match(rules, players, hg.House(seed=3))

for number, line in enumerate(match.lines, start=1):
    worth = line.settlement
    if line.entry is None:
        print(f"Deal {number}: nobody scores ({worth.outcome})")
        continue
    columns = ", ".join(["I", "II", "III"][i] for i in line.entry.written) or "no column"
    print(f"Deal {number}: {NAMES[line.entry.winner]} {worth.points} ({worth.outcome}), in {columns}")

print()
print(f"{'':8}{'I':>8}{'II':>8}{'III':>8}{'total':>8}{'columns':>9}")
for seat, name in enumerate(NAMES):
    totals = "".join(f"{match.sheet.column_total(column)[seat]:8}" for column in range(3))
    print(f"{name:8}{totals}{match.sheet.total[seat]:8}{match.sheet.columns_won[seat]:9}")

winner = match.result
assert isinstance(winner, int)  # three columns, and who wins more of them wins: there is no tie
print(f"{NAMES[winner]} wins the match.")
