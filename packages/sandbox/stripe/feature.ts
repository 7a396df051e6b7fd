import type { z } from "zod";
import type { Account } from "./account.ts";
import type { FormTree } from "./protocol/form.ts";
import { parseParams } from "./protocol/params.ts";
import type { ListPage } from "./protocol/list.ts";
import type { Rows, Tombstone, ObjectTypeName } from "./store/rows.ts";

/** How `expand` treats a field of an object. */
export type ExpandLink =
  /** An id, replaced by the object. */
  | { kind: "id"; to: ObjectTypeName }
  /** An array of ids, each replaced by the object. */
  | { kind: "ids"; to: ObjectTypeName }
  /** An object, or a list of objects, that is always included and whose fields can be expanded. */
  | { kind: "embedded"; to: ObjectTypeName; list: boolean }
  /** A list that is included only when expanded. */
  | { kind: "included"; to: ObjectTypeName; load: (account: Account, id: string) => ListPage }
  /** A value that is included only when expanded, and has no fields to expand. */
  | { kind: "hidden"; load: (account: Account, id: string) => unknown };

/** One object type: its `expand` links and computed fields. */
export interface ObjectType<T extends ObjectTypeName = ObjectTypeName> {
  type: T;
  links: Record<string, ExpandLink>;
  /** Computes fields that are not in the row: embedded lists, the current price of an item. */
  computeFields?: (account: Account, row: Rows[T]) => object;
}

/** An object as the API shows it, a list, or a deleted object's tombstone. */
export type ApiResult = object | ListPage | Tombstone;

/** One method and path. `run` is synchronous, so its writes and events are one transaction. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  path: string;
  params: z.ZodType;
  run(account: Account, path: Record<string, string>, given: FormTree): ApiResult;
}

/** Scheduled work. `object` is the id of the object it is about. */
export type Job = (account: Account, object: string) => void;

/** The object types, endpoints and jobs that one file of `resources/` adds. */
export interface Feature {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- object types with different rows
  objectTypes?: ObjectType<any>[];
  endpoints?: Endpoint[];
  jobs?: Record<string, Job>;
}

/** Defines an endpoint that parses its parameters with `schema` before it calls `run`. */
export function endpoint<S extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  schema: S,
  run: (account: Account, params: z.output<S>, path: Record<string, string>) => ApiResult,
): Endpoint {
  return {
    method,
    path,
    params: schema,
    run: (account, at, given) => run(account, parseParams(schema, given), at),
  };
}

export const idLink = (to: ObjectTypeName): ExpandLink => ({ kind: "id", to });
export const idListLink = (to: ObjectTypeName): ExpandLink => ({ kind: "ids", to });
export const embeddedLink = (to: ObjectTypeName): ExpandLink => ({
  kind: "embedded",
  to,
  list: false,
});
export const embeddedListLink = (to: ObjectTypeName): ExpandLink => ({
  kind: "embedded",
  to,
  list: true,
});
export const includedLink = (
  to: ObjectTypeName,
  load: (account: Account, id: string) => ListPage,
): ExpandLink => ({
  kind: "included",
  to,
  load,
});
