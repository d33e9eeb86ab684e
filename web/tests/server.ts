// A real server for tests, and seats at its tables as browsers have them: by a cookie.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TableMade } from "../src/lib/net/wire";

const PYTHON = process.env["HOLLYGIN_PYTHON"] ?? new URL("../../.venv/bin/python", import.meta.url).pathname;

export class Server {
  readonly host: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(host: string, child: ChildProcess, folder: string) {
    this.host = host;
    this.#process = child;
    this.#folder = folder;
  }

  static async start(): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), "hollygin-"));
    const words = ["-m", "hollygin", "--lang", "en", "serve", "--port", "0", "--database", join(folder, "tables.db")];
    const child = spawn(PYTHON, words, { stdio: ["ignore", "pipe", "inherit"] });
    const host = await new Promise<string>((resolve, reject) => {
      let said = "";
      child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
      child.once("error", reject);
      child.stdout.on("data", (data) => {
        said += String(data);
        const found = /http:\/\/([\w.]+:\d+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    return new Server(host, child, folder);
  }

  /** Let it hang, without closing anything, and go on. */
  hang(): void {
    this.#process.kill("SIGSTOP");
  }
  goOn(): void {
    this.#process.kill("SIGCONT");
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await gone;
    rmSync(this.#folder, { recursive: true });
  }

  /** Ask as a browser with a cookie would; the answer and the cookie of the seat. */
  async ask<T>(path: string, body: object): Promise<{ answer: T; cookie: string }> {
    const response = await fetch(`http://${this.host}${path}`, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return { answer: (await response.json()) as T, cookie };
  }

  /** A table with both seats taken: its name, and the cookie of each seat. */
  async table(options: object = {}): Promise<{ table: string; cookies: [string, string] }> {
    const made = await this.ask<TableMade>("/api/tables", { name: "Anne", first_dealer: 0, ...options });
    const { table, invite } = made.answer;
    const key = new URL(invite ?? "", "http://x").searchParams.get("key");
    const sat = await this.ask(`/api/tables/${table}/seat`, { key, name: "Bob" });
    return { table, cookies: [made.cookie, sat.cookie] };
  }
}

/** A socket with a cookie, as Node can open it and a browser does by itself. */
export function socket(url: string, cookie: string): WebSocket {
  const Open = WebSocket as unknown as new (url: string, options: { headers: Record<string, string> }) => WebSocket;
  return new Open(url, { headers: { cookie } });
}
