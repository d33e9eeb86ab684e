// One table, followed through a socket: everything as it stands, and the commands to it. A lost connection comes
// back by itself, and a command is sent until it is answered; its id keeps it from being played twice.

import { socketUrl } from "./api";
import { isRecord, keep, recall } from "./store";
import type {
  ClientMessage,
  Happened,
  LineView,
  Presence,
  RefusedMessage,
  ServerMessage,
  StateView,
  Welcome,
} from "./wire";

const WIRE_VERSION = 1;
const PING_EVERY = 10_000;
/** A connection that has not answered for so long is dead, whatever the browser says. */
const PONG_WITHIN = 5_000;
const WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** Reasons to close that trying again would not change. */
const FINAL = new Set(["no-such-table", "not-your-table", "wire-version", "bad-origin"]);

/** A command that waits for its answer. */
type Command = Extract<ClientMessage, { id: string }>;

/** What was promised before a deal, and what this player gave to its shuffle. */
export interface Promise52 {
  commitment: string;
  nonce: string;
}

const isPromises = (value: unknown): value is Record<string, Promise52> =>
  isRecord(value) && Object.values(value).every((one) => isRecord(one) && "commitment" in one && "nonce" in one);

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const random = (bytes: number): string => hex(crypto.getRandomValues(new Uint8Array(bytes)));

/** What the connection needs of its surroundings. */
export interface Surroundings {
  open(url: string): WebSocket;
  pingEvery?: number;
  pongWithin?: number;
}

export class TableConnection {
  readonly table: string;
  readonly key: string;

  /** The first answer of the server: who one is, and what is played. Null until it is there. */
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<StateView | null>(null);
  lines = $state.raw<LineView[]>([]);
  presence = $state.raw<Presence["presence"] | null>(null);
  /** What happened in the last step, and the deal so far. */
  news = $state.raw<Happened[]>([]);
  log = $state.raw<Happened[]>([]);
  refused = $state.raw<RefusedMessage | null>(null);
  /** Why the server has closed for good, or null. */
  bye = $state<string | null>(null);
  connected = $state(false);
  /** How many commands wait for their answer. */
  pending = $state(0);
  /** What the server's clock shows beyond ours, in seconds. */
  skew = 0;

  #seen = 0;
  #socket: WebSocket | null = null;
  #commands = new Map<string, Command>();
  #row: string[] = [];
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #open: (url: string) => WebSocket;
  #pingEvery: number;
  #pongWithin: number;
  #stopped = false;

  constructor(table: string, key: string, around: Surroundings = { open: (url) => new WebSocket(url) }) {
    this.table = table;
    this.key = key;
    this.#open = around.open;
    this.#pingEvery = around.pingEvery ?? PING_EVERY;
    this.#pongWithin = around.pongWithin ?? PONG_WITHIN;
  }

  /** Connect, and stay so until `stop`. */
  start(): void {
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#lost);
    addEventListener("pageshow", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#lost);
    removeEventListener("pageshow", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#retry);
    this.#drop();
  }

  // Commands

  /** One's seat; null for a spectator, and before the welcome. */
  get seat(): number | null {
    return this.welcome?.seat ?? null;
  }

  /** Play actions, each on what one has seen once the one before it is played; a refusal ends the row. */
  act(...actions: string[]): void {
    this.#row = actions;
    this.#next();
  }

  #next(): void {
    const action = this.#row.shift();
    if (action !== undefined) this.#command({ type: "act", id: random(8), seen: this.#seen, action });
  }

  /** Ready for the deal to come, with a nonce of one's own for its shuffle. */
  ready(): void {
    const state = this.state;
    if (state === null || state.commitment === null) return;
    const nonce = random(16);
    const before = state.number === 1 ? {} : this.#promises;
    keep(`shuffle.${this.table}`, { ...before, [state.number]: { commitment: state.commitment, nonce } });
    this.#command({ type: "ready", id: random(8), deal: state.number, nonce });
  }

  /** Claim the match of somebody who stays away. */
  claim(): void {
    this.#command({ type: "claim", id: random(8) });
  }

  /** Offer to play again. */
  rematch(): void {
    this.#command({ type: "rematch", id: random(8) });
  }

  /** What was promised for a deal and what one's own nonce was, as this device has kept it. */
  promise(deal: number): Promise52 | null {
    return this.#promises[String(deal)] ?? null;
  }

  get #promises(): Record<string, Promise52> {
    return recall(`shuffle.${this.table}`, isPromises) ?? {};
  }

  /** The time of the server, in seconds since 1970. */
  now(): number {
    return Date.now() / 1000 + this.skew;
  }

  // The connection

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#stopped || this.bye !== null) return;
    const socket = this.#open(socketUrl(this.table, this.key));
    this.#socket = socket;
    this.#expect(2 * this.#pongWithin);
    const current = (): boolean => this.#socket === socket;
    socket.onopen = () => {
      if (!current()) return;
      this.#send({ type: "hello", version: WIRE_VERSION, seen: this.#seen });
      this.#expect();
    };
    socket.onmessage = ({ data }) => {
      if (!current()) return;
      this.#heard();
      this.#receive(JSON.parse(String(data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (current()) this.#lost();
    };
  }

  /** Close the socket, whatever its state. */
  #drop(): void {
    clearInterval(this.#ping);
    this.#heard();
    const socket = this.#socket;
    this.#socket = null;
    this.connected = false;
    socket?.close();
  }

  #lost = (): void => {
    this.#drop();
    if (this.#stopped || this.bye !== null) return;
    const wait = WAITS[Math.min(this.#attempts, WAITS.length - 1)] ?? 0;
    this.#attempts += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  };

  /** The browser may be back from a sleep, or online again: find out at once. */
  #wake = (): void => {
    if (document.visibilityState === "hidden" || this.#stopped || this.bye !== null) return;
    if (this.connected) {
      this.#beat();
    } else if (this.#socket?.readyState !== WebSocket.CONNECTING) {
      this.#attempts = 0;
      this.#drop();
      this.#connect();
    }
  };

  #beat(): void {
    this.#send({ type: "ping", t: Date.now() });
    this.#expect();
  }

  /** Something must be heard soon, or sooner where that was so already. */
  #expect(within = this.#pongWithin): void {
    this.#pong ??= setTimeout(this.#lost, within);
  }

  #heard(): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #command(command: Command): void {
    this.refused = null;
    this.#commands.set(command.id, command);
    this.pending = this.#commands.size;
    if (this.connected) {
      this.#send(command);
      this.#expect();
    }
  }

  #answered(id: string): void {
    this.#commands.delete(id);
    this.pending = this.#commands.size;
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.#welcomed(message);
        break;
      case "step":
        this.#step(message.seq, message.now, message.state, message.happened);
        break;
      case "presence":
        this.skew = message.now - Date.now() / 1000;
        this.presence = message.presence;
        break;
      case "ack":
        this.#answered(message.id);
        if (this.#commands.size === 0) this.#next();
        break;
      case "refused":
        this.#row = [];
        if (message.id !== null) this.#answered(message.id);
        this.refused = message;
        break;
      case "bye":
        if (FINAL.has(message.code)) this.bye = message.code;
        break;
      case "pong":
        break;
    }
  }

  #welcomed(welcome: Welcome): void {
    const first = this.welcome === null;
    this.#attempts = 0;
    this.connected = true;
    this.welcome = welcome;
    this.skew = welcome.now - Date.now() / 1000;
    this.presence = welcome.presence;
    this.lines = welcome.lines;
    this.#seen = welcome.seq;
    this.news = first ? [] : welcome.missed;
    this.#tell(welcome.missed);
    this.state = welcome.state;
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.#beat(), this.#pingEvery);
    for (const command of this.#commands.values()) this.#send(command);
  }

  #step(seq: number, now: number, state: StateView, happened: Happened[]): void {
    if (seq <= this.#seen) return;
    this.#seen = seq;
    this.skew = now - Date.now() / 1000;
    for (const { line } of happened) {
      if (line !== null) this.lines = [...this.lines.filter((one) => one.number !== line.number), line];
    }
    this.news = happened;
    const taken = state.deal?.taken ?? null;
    this.#tell(happened.map((one) => (one.action === "take" ? { ...one, card: taken } : one)));
    this.state = state;
  }

  /** Keep what happened in the deal under way. */
  #tell(happened: Happened[]): void {
    const known = new Set(this.log.map((one) => one.seq));
    const fresh = happened.filter((one) => !known.has(one.seq));
    const dealt = fresh.findLastIndex((one) => one.kind === "dealt");
    this.log = dealt < 0 ? [...this.log, ...fresh] : fresh.slice(dealt);
  }
}
