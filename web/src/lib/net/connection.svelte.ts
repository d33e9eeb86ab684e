// One table, followed through a socket: everything as it stands, and the commands to it. A lost connection comes
// back by itself, and a command is sent until it is answered; its id keeps it from being played twice.

import { WIRE_VERSION } from "../constants";
import { socketUrl } from "./api";
import { BROWSER, Link } from "./link.svelte";
import { isRecord, keep, recall } from "../store";
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
  /** How many commands wait for their answer, or to be sent after one. */
  pending = $state(0);
  /** What the server's clock shows beyond ours, in seconds. */
  skew = 0;

  #seen = 0;
  #commands = new Map<string, Command>();
  #row: string[] = [];
  #link: Link<ClientMessage, ServerMessage>;

  constructor(table: string, key: string, around = BROWSER) {
    this.table = table;
    this.key = key;
    this.#link = new Link(
      () => socketUrl(table, key),
      () => ({ type: "hello", version: WIRE_VERSION, seen: this.#seen }),
      (message) => this.#receive(message),
      around,
    );
  }

  /** Whether the server is there. */
  get connected(): boolean {
    return this.#link.connected;
  }

  /** Connect, and stay so until `stop`. */
  start(): void {
    this.#link.start();
  }

  stop(): void {
    this.#link.stop();
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

  /** Ready for the next deal, with a nonce for its shuffle. */
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

  /** The commitment of a deal and this player's own nonce, as this device has kept them. */
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

  #command(command: Command): void {
    this.refused = null;
    this.#commands.set(command.id, command);
    this.#count();
    this.#link.send(command);
  }

  #answered(id: string): void {
    this.#commands.delete(id);
    if (this.#commands.size === 0) this.#next();
    this.#count();
  }

  #count(): void {
    this.pending = this.#commands.size + this.#row.length;
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
        break;
      case "refused":
        this.#row = [];
        if (message.id !== null) this.#answered(message.id);
        this.refused = message;
        break;
      case "bye":
        if (FINAL.has(message.code)) {
          this.bye = message.code;
          this.#link.stop();
        }
        break;
      case "pong":
        break;
    }
  }

  #welcomed(welcome: Welcome): void {
    const first = this.welcome === null;
    this.welcome = welcome;
    this.skew = welcome.now - Date.now() / 1000;
    this.presence = welcome.presence;
    this.lines = welcome.lines;
    this.#seen = welcome.seq;
    this.news = first ? [] : welcome.missed;
    this.#tell(welcome.missed);
    this.state = welcome.state;
    this.#link.greeted();
    for (const command of this.#commands.values()) this.#link.send(command);
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
