// One score sheet, followed and written through a socket. What is written without a network is kept on this device,
// and sent until it is answered; its id keeps it from being written twice.

import { WIRE_VERSION } from "../lib/constants";
import { scoreSocketUrl } from "../lib/net/api";
import { BROWSER, Link } from "../lib/net/link.svelte";
import { isRecord, keep, recall } from "../lib/store";
import type { FaultView, ScoreClientMessage, ScoreServerMessage, ScoreView, ToldDeal } from "../lib/net/wire";
import { entryOfOldPage } from "./entry";

const RETRY_AFTER = 1_000;
/** Reasons to close that trying again would not change. */
const FINAL = new Set(["no-such-score", "wire-version", "bad-origin"]);
/** Refusals after which the same is sent again. */
const FOR_NOW = new Set(["too-fast", "busy", "try-again"]);
/** Sheets of which a device keeps what it last saw. */
const MOST_KEPT = 12;

export type Command = Extract<ScoreClientMessage, { id: string }>;
type Unnamed<C> = C extends unknown ? Omit<C, "id"> : never;

/** A command that changed nothing, and why. */
export interface Refusal {
  command: Command;
  fault: FaultView;
}

interface Kept {
  state: ScoreView | null;
  pending: readonly Command[];
  refused: readonly Refusal[];
}

const isKept = (value: unknown): value is Kept =>
  isRecord(value) && Array.isArray(value["pending"]) && Array.isArray(value["refused"]) && "state" in value;

const isNames = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string");

const random = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A command as it is sent now, whichever page has kept it. */
const today = (command: Command): Command =>
  "entry" in command ? { ...command, entry: entryOfOldPage(command.entry) } : command;

const place = (score: string): string => `score.${score}`;

export class ScoreKeeper {
  readonly score: string;

  /** The sheet as the server has it; as this device last saw it until it is there. */
  state = $state.raw<ScoreView | null>(null);
  /** What has not been answered yet, in order. */
  pending = $state.raw<readonly Command[]>([]);
  /** What was refused, until somebody has read it. */
  refused = $state.raw<readonly Refusal[]>([]);
  /** Why the server has closed for good, or null. */
  bye = $state<string | null>(null);

  #seen = 0;
  #sent = new Set<string>();
  #answered = new Set<string>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #link: Link<ScoreClientMessage, ScoreServerMessage>;

  constructor(score: string, around = BROWSER) {
    this.score = score;
    const kept = recall(place(score), isKept);
    if (kept !== null) {
      this.state = kept.state?.lines.every(({ entry }) => "tables" in entry) === true ? kept.state : null;
      this.pending = kept.pending.map(today);
      this.refused = kept.refused.map(({ command, fault }) => ({ command: today(command), fault }));
      this.#sent = new Set(kept.pending.map(({ id }) => id));
    }
    this.#link = new Link(
      () => scoreSocketUrl(score),
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
    clearTimeout(this.#retry);
    this.#link.stop();
  }

  // Writing

  /** A new deal, before another or at the end. */
  add(entry: ToldDeal, before: string | null): void {
    this.#command({ type: "add", entry_id: random(), entry, before });
  }

  replace(id: string, changed: number, entry: ToldDeal): void {
    this.#command({ type: "replace", entry_id: id, changed, entry });
  }

  remove(id: string, changed: number): void {
    this.#command({ type: "remove", entry_id: id, changed });
  }

  /** Whether there is something that can be taken back now. */
  get canUndo(): boolean {
    return this.#unsent !== null || (this.connected && this.pending.length === 0 && this.state?.undo != null);
  }

  get canRedo(): boolean {
    return this.connected && this.pending.length === 0 && this.state?.redo != null;
  }

  /** Take back the last change: what has never left this device is dropped. */
  undo(): void {
    const unsent = this.#unsent;
    if (unsent !== null) this.#settle(unsent.id);
    else if (this.state?.undo != null) this.#command({ type: "undo", change: this.state.undo.change });
  }

  redo(): void {
    if (this.state?.redo != null) this.#command({ type: "redo", change: this.state.redo.change });
  }

  /** What was refused has been read. */
  dismiss(): void {
    this.refused = [];
    this.#keep();
  }

  /** The last thing written, where it has never left this device. */
  get #unsent(): Command | null {
    const last = this.pending.at(-1);
    return last === undefined || this.connected || this.#sent.has(last.id) ? null : last;
  }

  #command(command: Unnamed<Command>): void {
    const named = { ...command, id: random() } as Command;
    this.pending = [...this.pending, named];
    this.#keep();
    this.#send(named);
  }

  #send(command: Command): void {
    if (this.#link.send(command)) this.#sent.add(command.id);
  }

  /** A command is answered, or dropped. */
  #settle(id: string): void {
    this.#answered.add(id);
    this.pending = this.pending.filter((one) => one.id !== id);
    this.#keep();
  }

  #sendAll(): void {
    for (const command of this.pending) this.#send(command);
  }

  #sendLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#sendAll(), RETRY_AFTER);
  }

  #receive(message: ScoreServerMessage): void {
    switch (message.type) {
      case "score":
        if (message.seq < this.#seen) break;
        this.#seen = message.seq;
        this.state = message.state;
        this.#keep();
        if (!this.connected) {
          this.#link.greeted();
          this.#sendAll();
        }
        break;
      case "ack":
        this.#settle(message.id);
        break;
      case "refused":
        this.#wasRefused(message.id, message);
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

  #wasRefused(id: string | null, { code, clause, params }: FaultView): void {
    if (id === null || FOR_NOW.has(code)) {
      this.#sendLater();
      return;
    }
    const command = this.pending.find((one) => one.id === id);
    if (command !== undefined) this.refused = [...this.refused, { command, fault: { code, clause, params } }];
    this.#settle(id);
  }

  /** Keep everything on this device, with what another page of it still has to send. */
  #keep(): void {
    const own = new Set(this.pending.map(({ id }) => id));
    const others = (recall(place(this.score), isKept)?.pending ?? []).filter(
      ({ id }) => !own.has(id) && !this.#answered.has(id),
    );
    const pending = [...others, ...this.pending];
    keep(place(this.score), { state: this.state, pending, refused: this.refused } satisfies Kept);
    const opened = [this.score, ...(recall("scores", isNames) ?? []).filter((one) => one !== this.score)];
    const stays = (score: string, i: number): boolean =>
      i < MOST_KEPT || (recall(place(score), isKept)?.pending.length ?? 0) > 0;
    for (const score of opened.filter((one, i) => !stays(one, i))) keep(place(score), null);
    keep("scores", opened.filter(stays));
  }
}
