import type { z } from "zod";
import type { Account } from "./account.ts";
import type { FormTree } from "./protocol/form.ts";
import { parseParams } from "./protocol/params.ts";
import type { ListPage } from "./protocol/list.ts";
import type { Rows, Tombstone, TypeName } from "./store/rows.ts";

/** What `expand` may follow from a field of an object. */
export type Link =
  /** An id that becomes the object. */
  | { kind: "id"; to: TypeName }
  /** A plain list of ids, each of which becomes the object. */
  | { kind: "ids"; to: TypeName }
  /** An object, or a list of them, that is always there and leads further. */
  | { kind: "embedded"; to: TypeName; list: boolean }
  /** A list that is there only when asked for. */
  | { kind: "included"; to: TypeName; load: (account: Account, id: string) => ListPage }
  /** Something that is there only when asked for, and leads nowhere. */
  | { kind: "hidden"; load: (account: Account, id: string) => unknown };

/** One object type: how it looks outside, and where `expand` may go from it. */
export interface Kind<T extends TypeName = TypeName> {
  type: T;
  links: Record<string, Link>;
  /** What the row lacks: embedded lists, the current price of an item. */
  complete?: (account: Account, row: Rows[T]) => object;
}

/** An object as the API shows it, a list, or a tombstone. */
export type Answer = object | ListPage | Tombstone;

/** One method and path. `run` is synchronous: its writes and its events are one transaction. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  path: string;
  run(account: Account, path: Record<string, string>, given: FormTree): Answer;
}

/** Work that waits for the account's clock; `object` is the id that it is about. */
export type Job = (account: Account, object: string) => void;

/** What one file of `resources/` adds to the stand-in. */
export interface Feature {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a list of kinds of different rows
  kinds?: Kind<any>[];
  endpoints?: Endpoint[];
  jobs?: Record<string, Job>;
}

/** An endpoint whose parameters are parsed before `run` sees them. */
export function endpoint<S extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  schema: S,
  run: (account: Account, params: z.output<S>, path: Record<string, string>) => Answer,
): Endpoint {
  return {
    method,
    path,
    run: (account, at, given) => run(account, parseParams(schema, given), at),
  };
}

export const id = (to: TypeName): Link => ({ kind: "id", to });
export const ids = (to: TypeName): Link => ({ kind: "ids", to });
export const embedded = (to: TypeName): Link => ({ kind: "embedded", to, list: false });
export const embeddedList = (to: TypeName): Link => ({ kind: "embedded", to, list: true });
export const included = (to: TypeName, load: (account: Account, id: string) => ListPage): Link => ({
  kind: "included",
  to,
  load,
});
