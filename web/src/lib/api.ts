// The HTTP side of the wire.

import type { CodeAnswer, CreateTable, FaultView, OptionInfo, Refusal, SeatTaken, TableInfo, TableMade } from "./wire";

export interface Profile {
  id: string;
  version: number;
  options: Record<string, number | boolean | string>;
}

/** A request that was refused, with all its faults; `server-away` where nobody answered. */
export class ApiError extends Error {
  readonly faults: FaultView[];

  constructor(faults: FaultView[]) {
    super(faults[0]?.code ?? "server-away");
    this.faults = faults;
  }

  get code(): string {
    return this.message;
  }

  get fault(): FaultView {
    return this.faults[0] ?? SERVER_AWAY;
  }
}

const SERVER_AWAY: FaultView = { code: "server-away", clause: "", params: {} };

async function ask<T>(path: string, body?: object): Promise<T> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/api${path}`, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json" },
      signal: AbortSignal.timeout(15_000),
    });
    answer = await response.json();
  } catch {
    throw new ApiError([SERVER_AWAY]);
  }
  if (!response.ok) throw new ApiError((answer as Partial<Refusal>).faults ?? [SERVER_AWAY]);
  return answer as T;
}

const withKey = (key: string): string => (key ? `?key=${encodeURIComponent(key)}` : "");

export const profiles = (): Promise<Profile[]> => ask("/profiles");
export const options = (): Promise<OptionInfo[]> => ask("/options");
export const createTable = (wanted: CreateTable): Promise<TableMade> => ask("/tables", wanted);
export const look = (table: string, key: string): Promise<TableInfo> => ask(`/tables/${table}${withKey(key)}`);
export const sitDown = (table: string, key: string, name: string): Promise<SeatTaken> =>
  ask(`/tables/${table}/seat`, { key, name });
export const makeCode = (table: string): Promise<CodeAnswer> => ask(`/tables/${table}/code`, {});
export const useCode = (table: string, code: string): Promise<SeatTaken> => ask(`/tables/${table}/device`, { code });

/** Where the record of a table's match is downloaded from. */
export const recordPath = (table: string, key: string, format: "toml" | "json"): string =>
  `/api/tables/${table}/record?format=${format}${key ? `&key=${encodeURIComponent(key)}` : ""}`;

/** Where the socket of a table is. */
export const socketUrl = (table: string, key: string): string =>
  `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/tables/${table}/socket${withKey(key)}`;
