// The HTTP side of the wire.

import type {
  CodeAnswer,
  CreateScore,
  CreateTable,
  FaultView,
  OptionInfo,
  Refusal,
  ScoreMade,
  SeatTaken,
  TableInfo,
  TableMade,
  TriedEntry,
  TryEntry,
} from "./wire";

export interface Profile {
  id: string;
  version: number;
  options: Record<string, number | boolean | string>;
}

/** A request that was refused, with all its faults; `server-away` if nobody answered. */
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

export const createScore = (wanted: CreateScore): Promise<ScoreMade> => ask("/scores", wanted);
/** What an entry of a score sheet would do. */
export const tryEntry = (score: string, wanted: TryEntry): Promise<TriedEntry> => ask(`/scores/${score}/try`, wanted);

/** Where the record of a table's match is downloaded from. */
export const recordPath = (table: string, key: string, format: "toml" | "json"): string =>
  `/api/tables/${table}/record?format=${format}${key ? `&key=${encodeURIComponent(key)}` : ""}`;

/** Where a score sheet is downloaded from. */
export const scorePath = (score: string, format: "toml" | "json" | "csv"): string =>
  `/api/scores/${score}/record?format=${format}`;

const socketAt = (path: string): string =>
  `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api${path}/socket`;

/** Where the socket of a table is. */
export const socketUrl = (table: string, key: string): string => socketAt(`/tables/${table}`) + withKey(key);
/** Where the socket of a score sheet is. */
export const scoreSocketUrl = (score: string): string => socketAt(`/scores/${score}`);
