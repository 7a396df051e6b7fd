import type { AuditAction } from "../../audit/actions.ts";
import type { Route } from "../route-rules.ts";
import type { TestShop } from "../shop.ts";

/** Every route by which somebody who is signed in can change something. */
export type ChangingRoute = Extract<
  Route,
  `${"POST" | "PUT" | "PATCH" | "DELETE"} /api/${"admin" | "me"}/${string}`
>;

/** What an owner sends: `at` are the ids in the path, by their names there. */
export type Asked = {
  at?: Record<string, string>;
  query?: Record<string, string>;
  json?: object;
  bytes?: string | Uint8Array<ArrayBuffer>;
};

/** A change, and how to have an owner make it. */
export type Change = {
  /** The entries, which one batch writes with what they tell of. */
  writes: AuditAction[];
  prepare: (shop: TestShop) => Asked | Promise<Asked>;
  /** Tables that are written before that batch, as what may stay where it fails. */
  before: string[];
  /** Whether the shop needs an email sender for it. */
  mails: boolean;
};

/** The changes that a route makes, or why none is in the log. */
export type AuditRule = Change | Change[] | string;

/** @param prepare makes what is to be changed, and says what the owner sends */
export function writes(
  actions: AuditAction | AuditAction[],
  prepare: Change["prepare"],
  { before = [], mails = false }: Partial<Pick<Change, "before" | "mails">> = {},
): Change {
  return { writes: [actions].flat(), prepare, before, mails };
}
