// A socket that stays. It is opened again after every loss, at once when the browser is back, and dropped if it has
// fallen silent.

const PING_EVERY = 10_000;
/** A connection that has not answered for so long is dead, whatever the browser says. */
const PONG_WITHIN = 5_000;
const WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000];

/** What a link needs of its surroundings. */
export interface Surroundings {
  open(url: string): WebSocket;
  pingEvery?: number;
  pongWithin?: number;
}

export const BROWSER: Surroundings = { open: (url) => new WebSocket(url) };

/** Every message is an object with a `type`; each side has a `hello` and a `ping` of its own. */
export class Link<Sent extends { type: string }, Heard> {
  /** Whether the server has answered `hello`, which whoever reads its answer tells by `greeted`. */
  connected = $state(false);

  #url: () => string;
  #hello: () => Sent;
  #receive: (message: Heard) => void;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #around: Surroundings;
  #stopped = false;

  constructor(url: () => string, hello: () => Sent, receive: (message: Heard) => void, around = BROWSER) {
    this.#url = url;
    this.#hello = hello;
    this.#receive = receive;
    this.#around = around;
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

  /** The server has answered `hello`. */
  greeted(): void {
    this.#attempts = 0;
    this.connected = true;
    clearInterval(this.#ping);
    this.#ping = setInterval(() => this.#beat(), this.#around.pingEvery ?? PING_EVERY);
  }

  /** Send a message that is answered, if there is a connection. Returns whether there is. */
  send(message: Sent): boolean {
    if (!this.connected) return false;
    this.#send(message);
    this.#expect();
    return true;
  }

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#stopped) return;
    const socket = this.#around.open(this.#url());
    this.#socket = socket;
    this.#expect(2 * this.#pongWithin);
    const current = (): boolean => this.#socket === socket;
    socket.onopen = () => {
      if (!current()) return;
      this.#send(this.#hello());
      this.#expect();
    };
    socket.onmessage = ({ data }) => {
      if (!current()) return;
      this.#heard();
      this.#receive(JSON.parse(String(data)) as Heard);
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
    if (this.#stopped) return;
    const wait = WAITS[Math.min(this.#attempts, WAITS.length - 1)] ?? 0;
    this.#attempts += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  };

  /** The browser may be back from a sleep, or online again: find out at once. */
  #wake = (): void => {
    if (document.visibilityState === "hidden" || this.#stopped) return;
    if (this.connected) {
      this.#beat();
    } else if (this.#socket?.readyState !== WebSocket.CONNECTING) {
      this.#attempts = 0;
      this.#drop();
      this.#connect();
    }
  };

  get #pongWithin(): number {
    return this.#around.pongWithin ?? PONG_WITHIN;
  }

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

  #send(message: Sent | { type: "ping"; t: number }): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
