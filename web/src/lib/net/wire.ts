// Made from docs/wire.schema.json by `npm run types`; do not edit.

/**
 * The first message: `seen` is the number of the last step that the client has, 0 for none.
 */
export interface Hello {
  type: "hello";
  version?: number;
  seen?: number;
}

/**
 * Play an action. `id` is the client's own: a retry with the same id is answered, not played again.
 *
 * `seen` is the number of the step that the player decided on. If it is not the last one, the action is refused as `stale`.
 */
export interface Act {
  type: "act";
  id: string;
  seen: number;
  action: string;
}

/**
 * Ready for deal `deal`, with a nonce for its shuffle (hexadecimal, may be empty).
 */
export interface ReadyFor {
  type: "ready";
  id: string;
  deal: number;
  nonce?: string;
}

/**
 * Claim the match: the opponent has been away for longer than the table allows.
 */
export interface Claim {
  type: "claim";
  id: string;
}

/**
 * Offer to play again, with the other player dealing first.
 */
export interface Rematch {
  type: "rematch";
  id: string;
}

/**
 * A sign of life; answered by `pong`.
 */
export interface Ping {
  type: "ping";
  t?: number;
}

/**
 * The answer to `hello`: who the reader is, the whole state, and the missed events.
 *
 * `missed` are the events after `seen` if the server still has them, else those of the deal under way.
 */
export interface Welcome {
  type: "welcome";
  version: number;
  table: string;
  seat: number | null;
  seq: number;
  now: number;
  profile: string;
  profile_version: number;
  options: Record<string, number | boolean | string>;
  claim_after: number | null;
  state: StateView;
  lines: LineView[];
  missed: Happened[];
  presence: [SeatPresence, SeatPresence];
}

/**
 * The table as the reader may see it.
 */
export interface StateView {
  names: [string | null, string | null];
  computers: [boolean, boolean];
  first_dealer: number | null;
  dealer: number | null;
  number: number;
  commitment: string | null;
  ready: [boolean, boolean];
  waiting: boolean;
  deal: DealStateView | null;
  sheet: SheetView;
  over: boolean;
  result: number | "tie" | null;
  resigned: number | null;
  claimed: number | null;
  offers: [boolean, boolean];
  next_table: string | null;
}

/**
 * The deal under way as the reader may see it. `turn` is None if the house must act.
 *
 * `hand` is the reader's own; `melds` and `deadwood` are its best arrangement and points. All are None for a spectator.
 */
export interface DealStateView {
  number: number;
  dealer: number;
  phase: string;
  turn: number | null;
  hand: string | null;
  melds: string[] | null;
  deadwood: number | null;
  sizes: [number, number];
  stock: number;
  pile: string;
  upcard: string;
  limit: number;
  doubled: boolean;
  drawn: string | null;
  taken: string | null;
  turns: number;
  knocker: number | null;
  ending: string | null;
  spread: string[];
  knocker_deadwood: string;
  extended: string[];
  defense: string[];
  due: DueView | null;
}

/**
 * The reader's decision: every legal action but `resign`, and help with the harder choices.
 *
 * `discards` are the points of deadwood that each discard would leave. `endings` has the best spread for each card
 * that can be thrown to end the deal. `defense` has the best melds, and `layoffs` the best layoffs in their order.
 */
export interface DueView {
  legal: string[];
  discards: Record<string, number>;
  endings: EndingView[];
  defense: string[] | null;
  layoffs: LayoffView[] | null;
}

/**
 * The best way to end the deal by throwing a card (None: big gin): as an action, and its deadwood.
 */
export interface EndingView {
  action: string;
  card: string | null;
  spread: string[];
  deadwood: number;
}

/**
 * A card laid off, and the meld that it joined, as that was spread.
 */
export interface LayoffView {
  card: string;
  meld: string;
}

/**
 * The score sheet.
 *
 * `columns_won` and `total` are by seat; `shows_total` tells whether the grand total counts or is shown
 * beside the result. `next` is where the next win of each seat would be written (its points are 0), None once
 * the sheet is done.
 */
export interface SheetView {
  columns: ColumnView[];
  count: [number, number];
  columns_won: [number, number];
  total: [number, number];
  shows_total: boolean;
  next: [EntryView, EntryView] | null;
  done: boolean;
  result: number | "tie" | null;
}

/**
 * A column of the sheet; pairs are by seat. `total` includes the bonuses once the column is closed.
 *
 * `to_close` are the points that each player still needs to close it, None once it is closed.
 */
export interface ColumnView {
  score: [number, number];
  boxes: [number, number];
  opened: [boolean, boolean];
  won: number | null;
  total: [number, number];
  to_close: [number, number] | null;
  closing: ClosingView | null;
}

/**
 * The bonuses of a closed column in points; `doubled` goes to its winner under a doubling shutout rule.
 */
export interface ClosingView {
  shutout: boolean;
  game_bonus: number;
  box_bonus: [number, number];
  doubled: number;
}

/**
 * Where a won deal is written; columns count from 0. `passed` is the column that it came too late for.
 */
export interface EntryView {
  winner: number;
  points: number;
  number: number;
  opens: number | null;
  passed: number | null;
  written: number[];
  closes: number[];
}

/**
 * A finished deal, laid open. `hands` are the cards that each seat has not laid down.
 *
 * `void` says why a void deal is void. `secret` and `nonces` prove the shuffle against the commitment.
 */
export interface LineView {
  number: number;
  dealer: number;
  upcard: string;
  outcome: string;
  void: "stock" | "turns" | null;
  winner: number | null;
  points: number;
  difference: number;
  bonus: number;
  doubled: boolean;
  knocker: number | null;
  spread: string[];
  defense: string[];
  layoffs: LayoffView[];
  deadwood: [number, number] | null;
  hands: [string, string];
  entry: EntryView | null;
  commitment: string;
  secret: string;
  nonces: [string, string];
}

/**
 * One thing that happened, in step `seq`.
 *
 * `kind` is `sat`, `commitment`, `ready`, `dealt`, `action`, `deal_over`, `match_over`,
 * `claimed`, `rematch_offered` or `rematch`.
 *
 * `action` is the text form; a card that the reader may not know is `??` in it. `card` is the card that the
 * reader drew. `line` is the finished deal.
 */
export interface Happened {
  kind: string;
  seq: number;
  seat: number | null;
  action: string | null;
  card: string | null;
  line: LineView | null;
  text: string | null;
}

/**
 * Whether somebody is connected on a seat; `away_since` is the time since when nobody is.
 */
export interface SeatPresence {
  here: boolean;
  away_since: number | null;
}

/**
 * Something happened: step `seq`, and the whole state after it.
 */
export interface StepMessage {
  type: "step";
  seq: number;
  now: number;
  happened: Happened[];
  state: StateView;
}

/**
 * The command is committed, as step `seq`.
 */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

/**
 * A command, or a message, changed nothing, and why. `id` is that of the command, if it has one.
 */
export interface RefusedMessage {
  type: "refused";
  id: string | null;
  code: string;
  clause: string;
  params: Record<string, unknown>;
  seq: number;
}

/**
 * Somebody has come or gone.
 */
export interface Presence {
  type: "presence";
  now: number;
  presence: [SeatPresence, SeatPresence];
}

/**
 * The answer to `ping`.
 */
export interface Pong {
  type: "pong";
  t: number;
  now: number;
}

/**
 * The last message before the server closes, and why.
 */
export interface Bye {
  type: "bye";
  code: string;
}

/**
 * A new deal, before the entry `before`, else at the end. `entry_id` is the client's own name of it.
 */
export interface AddEntry {
  type: "add";
  id: string;
  entry_id: string;
  entry: ToldDeal;
  before?: string | null;
}

/**
 * A deal as it is told: one table, or both tables of teams.
 */
export interface ToldDeal {
  tables: (ToldPoints | ToldDeadwood | ToldCards)[];
}

/**
 * The points. `winner` is None if nobody has won: then `outcome` is void or tie. `outcome` None: won somehow.
 */
export interface ToldPoints {
  by: "points";
  upcard?: string | null;
  winner?: number | null;
  points: number;
  outcome?: "big_gin" | "gin" | "knock" | "tie" | "undercut" | "void" | null;
}

/**
 * Both deadwoods in points, by seat, the defender's after layoffs.
 */
export interface ToldDeadwood {
  by: "deadwood";
  upcard?: string | null;
  ending: "big_gin" | "gin" | "knock";
  knocker: number;
  deadwood: [number, number];
}

/**
 * Both hands at the end, by seat. `spread` None is what leaves the knocker best off.
 */
export interface ToldCards {
  by: "cards";
  upcard?: string | null;
  knocker: number;
  hands: [string, string];
  spread?: string | null;
}

/**
 * Correct a deal. `changed` is that of the line that the person saw: if it has changed since, this is refused.
 */
export interface ReplaceEntry {
  type: "replace";
  id: string;
  entry_id: string;
  changed: number;
  entry: ToldDeal;
}

/**
 * Remove a deal. `changed` is that of the line that the person saw: if it has changed since, this is refused.
 */
export interface RemoveEntry {
  type: "remove";
  id: string;
  entry_id: string;
  changed: number;
}

/**
 * Undo the last change, which must be that of step `change`.
 */
export interface Undo {
  type: "undo";
  id: string;
  change: number;
}

/**
 * Redo the change that was undone last, which must be that of step `change`.
 */
export interface Redo {
  type: "redo";
  id: string;
  change: number;
}

/**
 * The state of the sheet after step `seq`: the answer to `hello`, and sent again after every change.
 */
export interface ScoreMessage {
  type: "score";
  version: number;
  score: string;
  seq: number;
  now: number;
  state: ScoreView;
}

/**
 * A score sheet and everything that follows from its entries.
 *
 * `players` are the names of the two sides. `tables` are those of the next deal, and `number` is its number.
 * `limits` are the knock limits by upcard, if the upcard sets them (R9.1). `doubling` are the upcards that double a deal.
 */
export interface ScoreView {
  players: [string, string];
  teams: ScoreTeams | null;
  profile: string;
  profile_version: number;
  options: Record<string, number | boolean | string>;
  started: number;
  lines: ScoreLineView[];
  sheet: SheetView;
  over: boolean;
  result: number | "tie" | null;
  number: number;
  tables: SeatingView[];
  limits: Record<string, number>;
  doubling: string[];
  undo: ChangeView | null;
  redo: ChangeView | null;
}

/**
 * Two teams of two (R12): the players by side, and whether the sides write the difference or each its own sum.
 */
export interface ScoreTeams {
  players: [[string, string], [string, string]];
  points?: "gross" | "net";
}

/**
 * A deal of the sheet with everything that follows from it.
 *
 * `changed` is the number of the step in which it was written or last corrected. `points` are what each side writes.
 * `entries` say where, one for each side that has won the deal. `fault` says why it counts in no column.
 */
export interface ScoreLineView {
  id: string;
  changed: number;
  entry: ToldDeal;
  number: number;
  tables: TableLineView[];
  points: [number, number];
  entries: EntryView[];
  fault: FaultView | null;
}

/**
 * One table of a deal: who dealt, who played, by seat, and the worth of its result.
 *
 * `sum` is `(difference, bonus)` if the sum behind the points is known. An `outcome` of None was won, nobody said how.
 */
export interface TableLineView {
  dealer: number | null;
  players: [string, string];
  outcome: string | null;
  winner: number | null;
  points: number;
  sum: [number, number] | null;
  doubled: boolean;
  shown: ShownCards | null;
}

/**
 * The arrangement of the cards of a deal: spread, defense, layoffs, and both deadwoods in points by seat.
 */
export interface ShownCards {
  knocker: number;
  spread: string[];
  defense: string[];
  layoffs: LayoffView[];
  deadwood: [number, number];
}

/**
 * Why something is refused: a stable code, the clause of the rules behind it, and the parameters of its text.
 */
export interface FaultView {
  code: string;
  clause: string;
  params: Record<string, unknown>;
}

/**
 * A table of the next deal: who deals, and who sits with whom, by seat.
 */
export interface SeatingView {
  dealer: number | null;
  players: [string, string];
}

/**
 * A change that can be undone or redone: the number of its step, its kind, and its deal.
 */
export interface ChangeView {
  change: number;
  kind: "add" | "remove" | "replace";
  number: number;
}

/**
 * The body of `POST /api/tables`.
 *
 * `opponent` is `friend` or the name of a computer player. `first_dealer` is None if chance decides. A player who has been absent
 * for `claim_after` seconds may lose the match to a claim; None is never.
 */
export interface CreateTable {
  name: string;
  profile?: string;
  options?: Record<string, number | boolean | string>;
  opponent?: string;
  first_dealer?: number | null;
  claim_after?: number | null;
}

/**
 * The body of `POST /api/tables/{table}/seat`: the invitation's key and a name.
 */
export interface SitDown {
  key: string;
  name: string;
}

/**
 * The body of `POST /api/tables/{table}/device`: the one-time code.
 */
export interface UseCode {
  code: string;
}

/**
 * A house option, in the list of `GET /api/options`: a number from `low` to `high`, one of `choices`, or on or off.
 *
 * `offered` are the usual values of a number, if it has any.
 */
export interface OptionInfo {
  name: string;
  low: number | null;
  high: number | null;
  choices: string[];
  offered: number[];
}

/**
 * The answer to a new table: its name and the paths of its two links.
 */
export interface TableMade {
  table: string;
  invite: string | null;
  watch: string;
}

/**
 * What a visitor may know before sitting down.
 *
 * `seat` is the visitor's own, if any; `may` says what else the link allows.
 */
export interface TableInfo {
  table: string;
  profile: string;
  profile_version: number;
  options: Record<string, number | boolean | string>;
  names: [string | null, string | null];
  opponent: string | null;
  claim_after: number | null;
  first_dealer: number | null;
  seat: number | null;
  may: "sit" | "watch" | null;
  over: boolean;
  invite: string | null;
  watch: string | null;
}

/**
 * The answer to `seat` and `device`: the seat that the visitor's cookie now proves.
 */
export interface SeatTaken {
  table: string;
  seat: number;
}

/**
 * A one-time code and the seconds for which it is valid.
 */
export interface CodeAnswer {
  code: string;
  seconds: number;
}

/**
 * The answer to a refused request: the first fault, and all of them.
 */
export interface Refusal {
  error: FaultView;
  faults: FaultView[];
}

/**
 * The body of `POST /api/scores`: two `players`, or `teams`. The first dealer may be left open.
 */
export interface CreateScore {
  players?: [string, string] | null;
  teams?: ScoreTeams | null;
  profile?: string;
  options?: Record<string, number | boolean | string>;
  first_dealer?: number | null;
}

/**
 * The body of `POST /api/scores/{score}/try`: what an entry would do, without making it.
 *
 * Its place is before the entry `before`, or that of the entry `replaces`, else the end.
 */
export interface TryEntry {
  entry: ToldDeal;
  before?: string | null;
  replaces?: string | null;
}

/**
 * The answer to a new score sheet: its name and its link. Everyone with the link reads and writes.
 */
export interface ScoreMade {
  score: string;
  link: string;
}

/**
 * The answer to a tried entry: its line and the sheet with it, or all its faults.
 */
export interface TriedEntry {
  line: ScoreLineView | null;
  sheet: SheetView | null;
  faults: FaultView[];
}

export type ClientMessage =
  | Hello
  | Act
  | ReadyFor
  | Claim
  | Rematch
  | Ping;

export type ServerMessage =
  | Welcome
  | StepMessage
  | Ack
  | RefusedMessage
  | Presence
  | Pong
  | Bye;

export type ScoreClientMessage =
  | Hello
  | AddEntry
  | ReplaceEntry
  | RemoveEntry
  | Undo
  | Redo
  | Ping;

export type ScoreServerMessage =
  | ScoreMessage
  | Ack
  | RefusedMessage
  | Pong
  | Bye;
