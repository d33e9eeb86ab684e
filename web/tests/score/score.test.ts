import { beforeAll, beforeEach, expect, test } from "vitest";
import { speak } from "../../src/lib/text.svelte";
import type { ScoreLineView, ScoreView, SheetView, TableLineView, ToldDeal } from "../../src/lib/net/wire";
import { type Report, type ToldTable, emptyReport, entryOf, entryOfOldPage, isComplete, reportsOf } from "../../src/score/entry";
import { ScoreKeeper } from "../../src/score/keeper.svelte";
import { commandText, lineWhy, scoreLine } from "../../src/score/words";
import { surroundings } from "../surroundings";

beforeAll(() => speak("en"));

const report = (wanted: Partial<Report>): Report => ({ ...emptyReport("points"), ...wanted });

const table = (wanted: Partial<TableLineView>): TableLineView => ({
  dealer: 0,
  players: ["Anne", "Bob"],
  outcome: "knock",
  winner: 0,
  points: 12,
  sum: [12, 0],
  doubled: false,
  shown: null,
  ...wanted,
});

const VOID: ToldDeal = { tables: [{ by: "points", points: 0, outcome: "void" }] };

const SHEET: SheetView = {
  columns: [],
  count: [0, 0],
  columns_won: [0, 0],
  total: [0, 0],
  shows_total: false,
  next: null,
  done: false,
  result: null,
};

test.each<[Partial<Report>, object]>([
  [{ winner: 0, outcome: "knock", points: "12" }, { by: "points", outcome: "knock", winner: 0, points: 12 }],
  [{ winner: 1, outcome: "gin", points: "43", upcard: "7s" }, { by: "points", outcome: "gin", winner: 1, points: 43, upcard: "7s" }],
  [{ outcome: "void" }, { by: "points", points: 0, outcome: "void" }],
  [{ outcome: "tie" }, { by: "points", points: 0, outcome: "tie" }],
  [
    { winner: 0, outcome: "undercut", way: "deadwood", deadwood: ["4", "9"] },
    { by: "deadwood", ending: "knock", knocker: 1, deadwood: [4, 9] },
  ],
  [{ winner: 1, outcome: "gin", way: "deadwood", deadwood: ["18", ""] }, { by: "deadwood", ending: "gin", knocker: 1, deadwood: [18, 0] }],
  [
    { winner: 0, outcome: "knock", way: "cards", hands: [["4h", "5h"], ["As"]] },
    { by: "cards", knocker: 0, hands: ["4h 5h", "As"] },
  ],
])("a report is sent as an entry, and comes back to be corrected: %o", (wanted, entry) => {
  const one = report(wanted);
  expect(entryOf([one])).toEqual({ tables: [entry] });
  const { outcome, winner } = one;
  const known = { outcome, winner };
  const [back] = reportsOf(entryOf([one]), [known], "points");
  expect(entryOf([back as Report])).toEqual({ tables: [entry] });
  expect(back).toMatchObject({ outcome, winner });
});

test("both tables of teams are one entry", () => {
  const both = [report({ winner: 0, outcome: "knock", points: "30" }), report({ outcome: "void" })];
  expect(entryOf(both)).toEqual({
    tables: [
      { by: "points", outcome: "knock", winner: 0, points: 30 },
      { by: "points", points: 0, outcome: "void" },
    ],
  });
});

test("what an older page has kept is sent as it is told now", () => {
  expect(entryOfOldPage({ outcome: "void" })).toEqual(VOID);
  expect(entryOfOldPage({ outcome: "knock", upcard: "7s" })).toEqual({ tables: [{ by: "points", points: 0, outcome: "tie", upcard: "7s" }] });
  const told = { ending: "gin", knocker: 1, deadwood: [18, 0] };
  const cards = { knocker: 0, hands: ["4h 5h", "As"] };
  const now = { tables: [{ by: "deadwood", ...told }, { by: "cards", ...cards }] };
  expect(entryOfOldPage({ tables: [told, cards] })).toEqual(now);
  expect(entryOfOldPage(now)).toEqual(now);
});

test("what is missing is missing", () => {
  expect(isComplete(report({}))).toBe(false);
  expect(isComplete(report({ outcome: "void" }))).toBe(true);
  expect(isComplete(report({ winner: 0, outcome: "knock" }))).toBe(false);
  expect(isComplete(report({ winner: 0, outcome: "knock", points: "0" }))).toBe(true);
  const deadwood = { winner: 0, outcome: "gin", way: "deadwood" } as const;
  expect(isComplete(report({ ...deadwood, deadwood: ["", "7"] }))).toBe(true);
  expect(isComplete(report({ ...deadwood, deadwood: ["7", ""] }))).toBe(false);
  const ten = Array.from({ length: 10 }, (_, i) => `${i}`);
  expect(isComplete(report({ winner: 0, outcome: "gin", way: "cards", hands: [ten, ten] }))).toBe(true);
  expect(isComplete(report({ winner: 0, outcome: "big_gin", way: "cards", hands: [ten, ten] }))).toBe(false);
});

test("lines in words", () => {
  const line = (wanted: Partial<ScoreLineView>): ScoreLineView => ({
    id: "a",
    changed: 2,
    entry: { tables: [] },
    number: 3,
    tables: [table({})],
    points: [12, 0],
    entries: [{ winner: 0, points: 12, number: 1, opens: 0, passed: null, written: [0], closes: [] }],
    fault: null,
    ...wanted,
  });
  const sheet = { ...SHEET, columns: [{ score: [12, 0] }, { score: [0, 0] }] } as unknown as SheetView;
  const sides = { players: ["Anne", "Bob"] as [string, string], teams: null };
  expect(lineWhy(line({}), sheet, sides)).toBe("Anne wins the knock: 12 points. Anne’s first win: column I.");
  expect(scoreLine(line({}), sheet, sides)).toMatchObject({ mark: "Anne", points: "+12" });
  const nothing = { entries: [], points: [0, 0] as [number, number] };
  const isVoid = line({ ...nothing, tables: [table({ outcome: "void", winner: null, points: 0, sum: null })] });
  expect(scoreLine(isVoid, sheet, sides)).toMatchObject({ mark: "void", points: "", why: "The deal is void: nobody scores." });
  const late = line({ ...nothing, fault: { code: "sheet-done", clause: "R8.7", params: {} } });
  expect(scoreLine(late, sheet, sides)).toMatchObject({ mark: "not written", points: "" });
});

test("what waits to be sent, in words", () => {
  const state = { players: ["Anne", "Bob"], lines: [{ id: "b", number: 2 }] } as unknown as ScoreView;
  const add = (...tables: ToldTable[]): string =>
    commandText({ type: "add", id: "1", entry_id: "a", entry: { tables } }, state);
  expect(add({ by: "points", outcome: "gin", winner: 1, points: 43 })).toBe("New deal: Bob, Gin, 43 points");
  expect(add({ by: "deadwood", ending: "knock", knocker: 0, deadwood: [4, 22] })).toBe("New deal: Anne, Knock, deadwood 4 and 22");
  expect(add({ by: "points", points: 0, outcome: "void" }, { by: "points", points: 0, outcome: "tie" })).toBe("New deal: Void deal and Tie, nobody scores");
  expect(commandText({ type: "remove", id: "1", entry_id: "b", changed: 2 }, state)).toBe("Deal 2, taken out");
});

/** A server that answers when it is told to. */
class Fake {
  sent: { type: string; id?: string }[] = [];
  socket: WebSocket | null = null;
  open = (): WebSocket => {
    const fake = this;
    const socket = {
      readyState: WebSocket.OPEN,
      close() {},
      send(text: string) {
        fake.sent.push(JSON.parse(text));
      },
    } as unknown as WebSocket;
    this.socket = socket;
    return socket;
  };
  hear(message: object): void {
    this.socket?.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
  sheet(seq: number, state: object = {}): void {
    this.hear({ type: "score", version: 1, score: "s-1", seq, now: 0, state: { lines: [], ...state } });
  }
}

beforeEach(() => {
  surroundings();
});

test("what is written without a connection is kept, sent once it is there, and forgotten when it is answered", () => {
  const away = new Fake();
  const first = new ScoreKeeper("s-1", away);
  first.start();
  first.add(VOID, null);
  first.add({ tables: [{ by: "points", winner: 0, points: 5 }] }, null);
  expect(away.sent).toEqual([]);
  first.stop();
  const server = new Fake();
  const second = new ScoreKeeper("s-1", server); // the page, opened again
  second.start();
  expect(second.pending.map(({ type }) => type)).toEqual(["add", "add"]);
  server.sheet(1);
  const ids = second.pending.map(({ id }) => id);
  expect(server.sent.map(({ id }) => id)).toEqual(ids);
  server.hear({ type: "ack", id: ids[0], seq: 2 });
  expect(second.pending).toHaveLength(1);
  server.hear({ type: "refused", id: ids[1], code: "sheet-full", clause: "", params: { limit: 1 }, seq: 2 });
  expect(second.pending).toHaveLength(0);
  expect(second.refused).toMatchObject([{ fault: { code: "sheet-full" } }]);
  expect(new ScoreKeeper("s-1", server).refused).toHaveLength(1);
  second.stop();
});

test("what never left the device is taken back without the server; what may have, is not", () => {
  const server = new Fake();
  const keeper = new ScoreKeeper("s-1", server);
  keeper.start();
  keeper.add(VOID, null);
  expect(keeper.canUndo).toBe(true);
  keeper.undo();
  expect(keeper.pending).toHaveLength(0);
  server.sheet(1, { undo: { change: 1, kind: "add", number: 1 }, redo: null });
  expect(keeper.canUndo).toBe(true);
  keeper.add(VOID, null);
  expect(keeper.canUndo).toBe(false);
  server.socket?.onclose?.({} as CloseEvent);
  expect(keeper.connected).toBe(false);
  expect(keeper.canUndo).toBe(false);
  keeper.stop();
});
