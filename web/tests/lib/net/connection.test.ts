import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { TableConnection } from "../../../src/lib/net/connection.svelte";
import { Server, socket } from "../../server";
import { surroundings } from "../../surroundings";

let server: Server;
let page: EventTarget;
const open: TableConnection[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  server = await Server.start();
}, 30_000);
afterAll(() => server.stop());
beforeEach(() => {
  page = surroundings(server.host);
});
afterEach(() => {
  for (const connection of open.splice(0)) connection.stop();
  sockets.splice(0);
});

function connect(table: string, cookie: string, times: { pingEvery?: number; pongWithin?: number } = {}): TableConnection {
  const connection = new TableConnection(table, "", {
    ...times,
    open: (url) => {
      const opened = socket(url, cookie);
      sockets.push(opened);
      return opened;
    },
  });
  open.push(connection);
  connection.start();
  return connection;
}

const until = (check: () => boolean): Promise<void> =>
  vi.waitFor(
    () => {
      if (!check()) throw new Error("not yet");
    },
    { timeout: 10_000, interval: 10 },
  );

/** Both players of a new table, in their first deal; seat 1 begins. */
async function dealt(): Promise<{ table: string; cookies: [string, string]; host: TableConnection; guest: TableConnection }> {
  const { table, cookies } = await server.table();
  const host = connect(table, cookies[0]);
  const guest = connect(table, cookies[1]);
  await until(() => host.state?.waiting === true && guest.state?.waiting === true);
  host.ready();
  await until(() => host.state?.ready[0] === true);
  guest.ready();
  await until(() => [host, guest].every((one) => one.state?.deal != null && one.pending === 0));
  return { table, cookies, host, guest };
}

test("both are welcome, and see their own hands only", async () => {
  const { host, guest } = await dealt();
  expect([host.seat, guest.seat]).toEqual([0, 1]);
  expect(guest.state?.names).toEqual(["Anne", "Bob"]);
  expect(host.state?.deal?.hand?.split(" ")).toHaveLength(10);
  expect(host.state?.deal?.hand).not.toBe(guest.state?.deal?.hand);
  expect(guest.state?.deal?.due?.legal).toEqual(["take", "pass"]);
  expect(host.state?.deal?.due).toBeNull();
  expect(host.log.at(-1)?.kind).toBe("dealt");
});

test("the promise before a deal and one's own nonce are kept", async () => {
  const { host } = await dealt();
  expect(host.promise(1)).toMatchObject({ commitment: host.state?.commitment, nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(host.promise(2)).toBeNull();
});

test("actions in a row are played one after the other", async () => {
  const { host, guest } = await dealt();
  guest.act("pass");
  await until(() => host.state?.deal?.turn === 0);
  host.act("pass");
  await until(() => guest.state?.deal?.phase === "must_draw");
  const thrown = guest.state?.deal?.hand?.split(" ")[0] ?? "";
  guest.act("draw", `discard ${thrown}`);
  expect(guest.pending).toBe(2);
  await until(() => host.state?.deal?.pile.endsWith(thrown) === true);
  await until(() => guest.pending === 0);
  expect(host.log.slice(-2).map((one) => one.action)).toEqual(["draw", `discard ${thrown}`]);
  expect(host.log.at(-2)?.card).toBeNull();
  expect(guest.log.at(-2)?.card).toMatch(/^\w\w$/);
});

test("a refusal ends a row, and leaves everything as it was", async () => {
  const { guest } = await dealt();
  const before = guest.state;
  guest.act("draw", "pass");
  await until(() => guest.refused !== null);
  expect(guest.refused?.code).toBe("not-due");
  expect(guest.pending).toBe(0);
  expect(guest.state).toBe(before);
});

test("a lost connection comes back, and a command given meanwhile is played once", async () => {
  const { host, guest } = await dealt();
  sockets.at(1)?.close();
  await until(() => !guest.connected);
  guest.act("pass");
  expect(guest.pending).toBe(1);
  await until(() => guest.connected && guest.pending === 0);
  await until(() => host.state?.deal?.phase === "upcard_dealer");
  expect(host.log.filter((one) => one.action === "pass")).toHaveLength(1);
});

test("a page that is shown again asks at once whether it is still connected", async () => {
  const { guest } = await dealt();
  page.dispatchEvent(new Event("offline"));
  expect(guest.connected).toBe(false);
  page.dispatchEvent(new Event("online"));
  await until(() => guest.connected);
});

test("the second of two tabs that play at once is told that it was late", async () => {
  const { table, cookies, host, guest } = await dealt();
  const tab = connect(table, cookies[1]);
  await until(() => tab.connected);
  guest.act("pass");
  tab.act("take");
  await until(() => tab.pending === 0 && guest.pending === 0 && host.state?.deal?.turn === 0);
  expect(tab.refused?.code).toBe("stale");
  expect(guest.refused).toBeNull();
  await until(() => tab.state?.deal?.phase === "upcard_dealer");
});

test("a connection that is open but dead is noticed, and replaced once the server answers again", async () => {
  const { table, cookies } = await server.table();
  const host = connect(table, cookies[0], { pingEvery: 50, pongWithin: 150 });
  await until(() => host.connected);
  server.hang();
  try {
    await until(() => !host.connected);
  } finally {
    server.goOn();
  }
  await until(() => host.connected);
});

test("who has no seat is told so, and does not try again", async () => {
  const { table } = await server.table();
  const stranger = connect(table, "");
  await until(() => stranger.bye !== null);
  expect(stranger.bye).toBe("not-your-table");
  expect(stranger.state).toBeNull();
});

test("a server that is silent is given up and tried again", async () => {
  let tries = 0;
  const silent = createServer(() => (tries += 1)).listen(0, "127.0.0.1");
  await until(() => silent.listening);
  const address = silent.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  surroundings(`127.0.0.1:${address.port}`);
  const connection = connect("0123456789abcdef", "", { pongWithin: 100 });
  await until(() => tries > 1);
  expect(connection.connected).toBe(false);
  connection.stop();
  silent.close();
});
