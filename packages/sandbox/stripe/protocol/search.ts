import type Stripe from "stripe";
import { endpoint, type Endpoint } from "../feature.ts";
import type { ObjectTypeName } from "../store/rows.ts";
import { invalidRequestError } from "./errors.ts";
import { paginationParams } from "./list.ts";
import { schemaFor, text } from "./params.ts";

const searchParams = schemaFor<Stripe.PaymentIntentSearchParams>()({
  limit: paginationParams.limit,
  page: text.optional(),
  query: text,
});

/**
 * Defines the search of a type, newest first. At Stripe, objects are found a minute after they have changed, and here at
 * once.
 * @param fields what can be searched, `metadata` among them
 */
export function searchEndpoint(
  type: ObjectTypeName,
  path: string,
  fields: readonly string[],
): Endpoint {
  return endpoint("GET", path, searchParams, (account, { query, limit = 10, page = "0" }) => {
    const rows = account.objects.findAll(type, []).toReversed();
    const found = rows.filter(parseSearch(query, fields));
    const next = Number(page) + limit;
    return {
      object: "search_result",
      url: path,
      has_more: found.length > next,
      next_page: found.length > next ? String(next) : null,
      data: found.slice(Number(page), next).map((row) => account.serialize(type, row)),
    };
  });
}

const clausePattern =
  /^(-?)([\w.]+)(?:\[(["'])([^"']+)\3\])?(:|~|>=|<=|>|<)\s*(?:(["'])(.*)\6|(-?\d+)|(null))$/;

type Row = Record<string, unknown>;

/**
 * Parses a query of Stripe's search: clauses joined by `AND` or by `OR`, such as `status:"succeeded"`, `amount>1000`,
 * `-currency:"usd"` and `metadata["order"]:"7"`.
 * @param fields what can be searched, `metadata` among them
 * @throws ApiError 400 for anything else
 */
function parseSearch(query: string, fields: readonly string[]): (row: object) => boolean {
  const refuse = () =>
    invalidRequestError(`We were unable to parse your search query: \`${query}\`.`, {
      param: "query",
    });
  const joints = new Set(
    [...query.matchAll(/\s(AND|OR)\s/gi)].map(([, joint = ""]) => joint.toUpperCase()),
  );
  // Stripe refuses both in one query, too.
  if (joints.size > 1) throw refuse();
  const clauses = query.split(/\s+(?:AND|OR)\s+/i).map((text) => {
    const [, not, field = "", , key, operator = "", , word, number, none] =
      clausePattern.exec(text.trim()) ?? [];
    if (!fields.includes(field) || (field === "metadata") !== (key !== undefined)) throw refuse();
    const wanted = none === undefined ? (word ?? number ?? "") : null;
    return (row: Row) => {
      const value = key === undefined ? readPath(row, field) : (row["metadata"] as Row)[key];
      return matches(value ?? null, operator, wanted) !== (not === "-");
    };
  });
  return (row) =>
    joints.has("OR")
      ? clauses.some((matchesClause) => matchesClause(row as Row))
      : clauses.every((matchesClause) => matchesClause(row as Row));
}

/** Returns `payment_method_details.card.last4` of a row, or undefined if a part of the path is missing. */
function readPath(row: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key], row);
}

function matches(value: unknown, operator: string, wanted: string | null): boolean {
  if (wanted === null || value === null) return operator === ":" && value === wanted;
  const text = String(value).toLowerCase();
  if (operator === ":") return text === wanted.toLowerCase();
  if (operator === "~") return text.includes(wanted.toLowerCase());
  const difference = Number(value) - Number(wanted);
  if (operator.startsWith(">")) return operator === ">" ? difference > 0 : difference >= 0;
  return operator === "<" ? difference < 0 : difference <= 0;
}
