import { invalidRequestError } from "./errors.ts";

const clausePattern =
  /^(-?)(\w+)(?:\[(["'])([^"']+)\3\])?(:|~|>=|<=|>|<)\s*(?:(["'])(.*)\6|(-?\d+)|(null))$/;

type Row = Record<string, unknown>;

/**
 * Parses a query of Stripe's search: clauses joined by `AND` or by `OR`, such as `status:"succeeded"`, `amount>1000`,
 * `-currency:"usd"` and `metadata["order"]:"7"`.
 * @param fields what can be searched, `metadata` among them
 * @throws ApiError 400 for anything else
 */
export function parseSearch(query: string, fields: readonly string[]): (row: object) => boolean {
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
      const value = key === undefined ? row[field] : (row["metadata"] as Row)[key];
      return matches(value ?? null, operator, wanted) !== (not === "-");
    };
  });
  return (row) =>
    joints.has("OR")
      ? clauses.some((matchesClause) => matchesClause(row as Row))
      : clauses.every((matchesClause) => matchesClause(row as Row));
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
