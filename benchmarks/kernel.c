/* The deal loop and the deadwood of hollygin's kernel in plain C: the mark for the compiled kernel.

   cc -O3 -march=native -o kernel kernel.c
   ./kernel deals N SEED LIMIT   seconds, then the sum of the results of N deals
   ./kernel hands N              seconds, then the sum of the deadwood of N random hands

   Both players take the pile card if it melds and lowers deadwood, or brings them within LIMIT; throw what leaves
   least, the highest first; knock at once. Bonuses 25 and 25, void at two cards. The sums equal hollygin's. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef uint32_t u32;

enum { SUIT = 8191, VOID = 0, KNOCK = 1, GIN = 2, UNDERCUT = 4 };
static const u64 DECK = (1ull << 52) - 1;

static int16_t RUN[8192], LOOSE[8192];
static int8_t POINTS[8192], DEADWOOD[8192], HIGHEST[8192], COUNT[8192];
static int8_t RANK_POINTS[13], CARD_POINTS[52];
static u64 SAME_RANK[52];

static void make_tables(void) {
  for (int r = 0; r < 13; r++) RANK_POINTS[r] = r < 9 ? r + 1 : 10;
  for (int m = 0; m < 8192; m++) {
    int t = m & m >> 1 & m >> 2, sum = 0;
    RUN[m] = t | t << 1 | t << 2;
    for (int r = 0; r < 13; r++)
      if (m >> r & 1) sum += RANK_POINTS[r];
    POINTS[m] = sum;
    HIGHEST[m] = -1;
    for (int r = 0; r < 13; r++)
      if (m >> r & 1) HIGHEST[m] = r;
    COUNT[m] = __builtin_popcount(m);
  }
  for (int m = 0; m < 8192; m++) {
    LOOSE[m] = m & ~RUN[m];
    DEADWOOD[m] = POINTS[LOOSE[m]];
  }
  for (int card = 0; card < 52; card++) {
    CARD_POINTS[card] = RANK_POINTS[card % 13];
    SAME_RANK[card] = 0;
    for (int other = card % 13; other < 52; other += 13)
      if (other != card) SAME_RANK[card] |= 1ull << other;
  }
}

/* Chance */

static u32 scramble(u32 w) {
  w = (w ^ w >> 16) * 0x85EBCA6Bu;
  w = (w ^ w >> 13) * 0xC2B2AE35u;
  return w ^ w >> 16;
}

static u64 mix(u64 seed, u32 number) {
  u32 word = scramble(number);
  u32 low = scramble((u32)seed ^ word);
  u32 high = scramble((u32)(seed >> 32) + word + low + 0x3C6EF372u);
  low = scramble(low + high);
  return (u64)(high & 0x3FFFFFFF) << 32 | low;
}

static void shuffle(int *cards, int end, u64 seed) {
  u64 state = seed + 1;
  for (int i = end - 1; i > 0; i -= 2) {
    u64 bound = i + 1, both = bound * i, product, one, two;
    u32 rest;
    do {
      state = 1867632975ull * (u32)state + (state >> 32);
      product = (u64)(u32)(state ^ state >> 32) * bound;
      one = product >> 32;
      product = (u64)(u32)product * i;
      two = product >> 32;
      rest = (u32)product;
    } while (rest < both && rest < (1ull << 32) % both);
    int card = cards[i];
    cards[i] = cards[one];
    cards[one] = card;
    card = cards[i - 1];
    cards[i - 1] = cards[two];
    cards[two] = card;
  }
}

/* Deadwood */

static int minimum(int a, int b) { return a < b ? a : b; }

static int least(int s, int h, int d, int c, int torn) {
  if (!torn) return DEADWOOD[s] + DEADWOOD[h] + DEADWOOD[d] + DEADWOOD[c];
  int rank = torn & -torn, rest = torn ^ rank, keep = ~rank;
  int best = least(s, h, d, c, rest);
  best = minimum(best, least(s & keep, h & keep, d & keep, c & keep, rest));
  if (s & h & d & c & rank) {
    best = minimum(best, least(s, h & keep, d & keep, c & keep, rest));
    best = minimum(best, least(s & keep, h, d & keep, c & keep, rest));
    best = minimum(best, least(s & keep, h & keep, d, c & keep, rest));
    best = minimum(best, least(s & keep, h & keep, d & keep, c, rest));
  }
  return best;
}

static inline int deadwood(u64 hand) {
  int s = hand & SUIT, h = hand >> 13 & SUIT, d = hand >> 26 & SUIT, c = hand >> 39;
  int sets = (s & h & (d | c)) | (d & c & (s | h));
  if (!sets) return DEADWOOD[s] + DEADWOOD[h] + DEADWOOD[d] + DEADWOOD[c];
  int torn = sets & (RUN[s] | RUN[h] | RUN[d] | RUN[c]), keep = ~(sets & ~torn);
  return least(s & keep, h & keep, d & keep, c & keep, torn);
}

static inline int loosest(int s, int h, int d, int c, u64 kept) {
  s = LOOSE[s], h = LOOSE[h], d = LOOSE[d], c = LOOSE[c];
  int total = POINTS[s] + POINTS[h] + POINTS[d] + POINTS[c];
  s &= ~kept, h &= ~(kept >> 13), d &= ~(kept >> 26), c &= ~(kept >> 39);
  int loose = s | h | d | c;
  if (!loose) return -1;
  int top = HIGHEST[loose], bit = 1 << top;
  int suit = s & bit ? 0 : h & bit ? 1 : d & bit ? 2 : 3;
  return (total - RANK_POINTS[top]) << 6 | (12 - top) << 2 | suit;
}

static int least_discard(int s, int h, int d, int c, int torn, u64 kept) {
  if (!torn) return loosest(s, h, d, c, kept);
  int rank = torn & -torn, rest = torn ^ rank, keep = ~rank;
  int best = least_discard(s, h, d, c, rest, kept);
  best = minimum(best, least_discard(s & keep, h & keep, d & keep, c & keep, rest, kept));
  if (s & h & d & c & rank) {
    best = minimum(best, least_discard(s, h & keep, d & keep, c & keep, rest, kept));
    best = minimum(best, least_discard(s & keep, h, d & keep, c & keep, rest, kept));
    best = minimum(best, least_discard(s & keep, h & keep, d, c & keep, rest, kept));
    best = minimum(best, least_discard(s & keep, h & keep, d & keep, c, rest, kept));
  }
  return best;
}

typedef struct { int left, card; } Throw;

static Throw any_discard(u64 hand, u64 kept) {
  Throw best = {1 << 20, 0};
  for (int rank = 12; rank >= 0; rank--)
    for (int card = rank; card < 52; card += 13)
      if ((hand & ~kept) >> card & 1) {
        int left = deadwood(hand & ~(1ull << card));
        if (left < best.left) best = (Throw){left, card};
      }
  return best;
}

static inline Throw best_discard(u64 hand, u64 kept) {
  int s = hand & SUIT, h = hand >> 13 & SUIT, d = hand >> 26 & SUIT, c = hand >> 39, found;
  int sets = (s & h & (d | c)) | (d & c & (s | h));
  if (!sets) {
    found = loosest(s, h, d, c, kept);
  } else {
    int torn = sets & (RUN[s] | RUN[h] | RUN[d] | RUN[c]), keep = ~(sets & ~torn);
    found = least_discard(s & keep, h & keep, d & keep, c & keep, torn, kept);
  }
  /* Where no loose card may go in one of the arrangements, a melded one may be the best to throw. */
  if (found < 0) return any_discard(hand, kept);
  return (Throw){found >> 6, (found & 3) * 13 + 12 - (found >> 2 & 15)};
}

/* The spread and the layoffs */

static u64 of_ranks(u64 ranks) { return ranks | ranks << 13 | ranks << 26 | ranks << 39; }

static u64 runs_of(u64 cards) {
  return (u64)RUN[cards & SUIT] | (u64)RUN[cards >> 13 & SUIT] << 13 | (u64)RUN[cards >> 26 & SUIT] << 26 |
         (u64)RUN[cards >> 39] << 39;
}

static int points(u64 cards) {
  return POINTS[cards & SUIT] + POINTS[cards >> 13 & SUIT] + POINTS[cards >> 26 & SUIT] + POINTS[cards >> 39];
}

static u64 ranks_of(u64 cards) { return (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT; }

static u64 fourths_of(u64 sets) { return of_ranks(ranks_of(sets)) & ~sets; }

typedef struct { int price; u64 sets, runs; } Spread;

static int price(u64 hand, u64 sets, u64 runs, u64 unseen) {
  u64 laid = fourths_of(sets) & unseen, reach = runs, aces = of_ranks(1), kings = of_ranks(1 << 12);
  for (;;) {
    u64 further = reach | (((reach & ~kings) << 1 | (reach & ~aces) >> 1) & unseen);
    if (further == reach) break;
    reach = further;
  }
  laid |= reach & ~runs;
  u64 starts = runs & ~((runs & ~kings) << 1);
  int melds = COUNT[ranks_of(sets)] + __builtin_popcountll(starts);
  return points(hand & ~(sets | runs)) << 16 | points(laid) << 4 | melds;
}

static u64 least_meld(u64 sets, u64 runs) {
  u64 best = 1ull << 52;
  for (int rank = 0; rank < 13; rank++) {
    u64 meld = sets & of_ranks(1 << rank);
    if (meld && meld < best) best = meld;
  }
  for (int suit = 0; suit < 4; suit++) {
    u64 rest = runs & (u64)SUIT << 13 * suit;
    if (!rest) continue;
    u64 run = ((rest + (rest & -rest)) ^ rest) & rest;
    if (run < best) best = run;
  }
  return best;
}

static Spread better(Spread a, Spread b) {
  if (a.price != b.price) return a.price < b.price ? a : b;
  Spread x = a, y = b;
  while (x.sets | x.runs) {
    u64 one = least_meld(x.sets, x.runs), two = least_meld(y.sets, y.runs);
    if (one != two) return one < two ? a : b;
    x.sets &= ~one, x.runs &= ~one, y.sets &= ~two, y.runs &= ~two;
  }
  return a;
}

static Spread choose(u64 hand, u64 sets, int torn, u64 unseen) {
  if (!torn) {
    u64 runs = runs_of(hand & ~sets);
    return (Spread){price(hand, sets, runs, unseen), sets, runs};
  }
  u64 rank = torn & -torn, held = hand & of_ranks(rank);
  int rest = torn ^ (int)rank;
  Spread best = choose(hand, sets, rest, unseen);
  best = better(best, choose(hand, sets | held, rest, unseen));
  if (held == of_ranks(rank))
    for (int suit = 0; suit < 4; suit++)
      best = better(best, choose(hand, sets | (held & ~(rank << 13 * suit)), rest, unseen));
  return best;
}

static Spread best_spread(u64 hand, u64 unseen) {
  int s = hand & SUIT, h = hand >> 13 & SUIT, d = hand >> 26 & SUIT, c = hand >> 39;
  int ranks = (s & h & (d | c)) | (d & c & (s | h));
  int torn = ranks & (RUN[s] | RUN[h] | RUN[d] | RUN[c]);
  u64 sets = hand & of_ranks(ranks & ~torn);
  if (!torn) return (Spread){0, sets, runs_of(hand & ~sets)};
  return choose(hand, sets, torn, unseen);
}

static int least_laid(const int *m, int torn, const int *k, const int *f) {
  if (!torn) {
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += POINTS[m[i] & ~RUN[m[i] | k[i]] & ~f[i]];
    return sum;
  }
  int rank = torn & -torn, rest = torn ^ rank, keep = ~rank;
  int all[4] = {m[0] & keep, m[1] & keep, m[2] & keep, m[3] & keep};
  int best = minimum(least_laid(m, rest, k, f), least_laid(all, rest, k, f));
  if (m[0] & m[1] & m[2] & m[3] & rank)
    for (int i = 0; i < 4; i++) {
      all[i] |= rank;
      best = minimum(best, least_laid(all, rest, k, f));
      all[i] &= keep;
    }
  return best;
}

static int deadwood_after_layoff(u64 hand, u64 runs, u64 fourths) {
  int m[4], k[4], f[4], met = 0;
  for (int i = 0; i < 4; i++) {
    m[i] = hand >> 13 * i & SUIT, k[i] = runs >> 13 * i & SUIT, f[i] = fourths >> 13 * i & SUIT;
    met |= RUN[m[i] | k[i]] & m[i];
  }
  int sets = (m[0] & m[1] & (m[2] | m[3])) | (m[2] & m[3] & (m[0] | m[1]));
  int torn = sets & met, keep = ~(sets & ~torn);
  for (int i = 0; i < 4; i++) m[i] &= keep;
  return least_laid(m, torn, k, f);
}

/* The deal */

static int may_meld(u64 hand, int card) {
  u64 same = hand & SAME_RANK[card];
  if (same & (same - 1)) return 1;
  int suit = card / 13, rank = card % 13;
  return RUN[(hand >> 13 * suit & SUIT) | 1 << rank] >> rank & 1;
}

static inline int takes(u64 hand, int held, int top, int limit) {
  int value = CARD_POINTS[top], melds = 0;
  u64 bit = 1ull << top;
  if (may_meld(hand, top))
    melds = deadwood(hand | bit) < held + value;
  else if (held + value - 10 > limit)
    return 0;
  int left = best_discard(hand | bit, bit).left;
  return (melds && left < held) || left <= limit;
}

static i64 play(u64 seed, int dealer, int limit) {
  int order[52];
  for (int i = 0; i < 52; i++) order[i] = i;
  shuffle(order, 52, seed);
  u64 me = 0, you = 0;
  for (int i = 0; i < 20; i += 2) me |= 1ull << order[i], you |= 1ull << order[i + 1];
  int turn = 1 - dealer, top = order[20], next = 21, turns = 0, passes = 0, must_draw = 0;
  int mine = deadwood(me), yours = deadwood(you);
  u64 pile = 1ull << top;
  i64 sum = dealer;
  for (;;) {
    int opening = passes < 2 && turns == 0;
    u64 kept = 0;
    if (!must_draw && takes(me, mine, top, limit)) {
      kept = 1ull << top;
      me |= kept;
      pile ^= kept;
    } else if (opening && !must_draw) {
      must_draw = ++passes == 2;
      u64 hand = me;
      me = you, you = hand;
      int wood = mine;
      mine = yours, yours = wood;
      turn = 1 - turn;
      continue;
    } else {
      me |= 1ull << order[next++];
    }
    must_draw = 0;
    passes = 2;
    Throw best = best_discard(me, kept);
    me ^= 1ull << best.card;
    mine = best.left;
    if (best.left <= limit) {
      Spread lies = best_spread(me, DECK & ~me & ~pile & ~(1ull << best.card));
      int kind = best.left ? KNOCK : GIN, winner = turn, bonus = best.left ? 0 : 25;
      if (best.left) yours = deadwood_after_layoff(you, lies.runs, fourths_of(lies.sets));
      int difference = yours - mine;
      if (kind == KNOCK && difference <= 0) {
        kind = UNDERCUT, winner = 1 - turn, bonus = 25, difference = -difference;
      }
      return sum + kind + winner + difference + bonus + turn + mine + yours + turns;
    }
    top = best.card;
    pile |= 1ull << top;
    turns++;
    if (next == 50 || turns == 200) return sum + VOID - 1 - 1 + turns;
    u64 hand = me;
    me = you, you = hand;
    int wood = mine;
    mine = yours, yours = wood;
    turn = 1 - turn;
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  make_tables();
  int count = atoi(argv[2]);
  i64 sum = 0;
  if (!strcmp(argv[1], "deals") && argc == 5) {
    u64 seed = strtoull(argv[3], NULL, 10);
    int limit = atoi(argv[4]);
    double start = now();
    for (int i = 0; i < count; i++) sum += play(mix(mix(seed, i), 1), i & 1, limit);
    printf("%.9f %lld\n", now() - start, (long long)sum);
    return 0;
  }
  u64 *hands = malloc(sizeof(u64) * 65536);
  int order[52];
  for (int i = 0; i < 65536; i++) {
    hands[i] = 0;
    for (int j = 0; j < 52; j++) order[j] = j;
    shuffle(order, 52, mix(1, i));
    for (int j = 0; j < 10; j++) hands[i] |= 1ull << order[j];
  }
  double start = now();
  for (int i = 0; i < count; i++) sum += deadwood(hands[i & 65535]);
  printf("%.9f %lld\n", now() - start, (long long)sum);
  free(hands);
  return 0;
}
