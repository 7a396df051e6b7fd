import type { Ctx } from "../../context.ts";
import { readPage, type Page, type PageInput } from "../../db/page-cursor.ts";
import type { StatementKind, StatementState } from "../../db/schema/statements.ts";
import { fail } from "../../errors.ts";
import { findNameAndEmail } from "../../identity/store-profile.ts";
import {
  countOpenStatements,
  findStatement,
  listStatements,
  type StatementRow,
} from "../../law/statements/store.ts";
import { pick } from "../../lib/pick.ts";
import { DAY } from "../../lib/time.ts";
import { proposeForContract, readContract, type Contract } from "./read-contract.ts";

/** What was paid must be refunded so long after a withdrawal at the latest. */
const REFUND_DUE_MS = 14 * DAY;

const shown = [
  "id",
  "kind",
  "cause",
  "receivedAt",
  "name",
  "email",
  "contract",
  "userId",
  "orderId",
  "subscriptionId",
  "state",
] as const satisfies (keyof StatementRow)[];

/** A statement as the lists have it. Times in unix milliseconds. */
export type ListedStatement = Pick<StatementRow, (typeof shown)[number]>;

/** The filters of the list of statements. `userId`: those about a customer's contracts. */
export type StatementSearch = {
  kind?: StatementKind | undefined;
  state?: StatementState | undefined;
  userId?: string | undefined;
};

/** Returns a page of the statements of this mode, newest first. */
export async function searchStatements(
  ctx: Ctx,
  { kind, state, userId, ...page }: StatementSearch & PageInput,
): Promise<Page<ListedStatement>> {
  const filter = { mode: ctx.config.stripe.mode, kind, state, userId };
  const { items, nextCursor } = await readPage(
    page,
    (window) => listStatements(ctx.db, filter, window),
    ({ receivedAt, id }) => ({ value: receivedAt, id }),
  );
  return { items: items.map((row) => pick(row, shown)), nextCursor };
}

/** Returns how many statements wait for a decision. */
export async function countOpen(ctx: Ctx): Promise<{ count: number }> {
  return { count: await countOpenStatements(ctx.db, ctx.config.stripe.mode) };
}

/**
 * Returns a statement, the contract that it is about, and what it means. Amounts in minor units, times in unix
 * milliseconds.
 * @throws `not_found`
 */
export async function showStatement(ctx: Ctx, input: { id: string }) {
  const row = await requireStatement(ctx, input);
  const [contract, decider] = await Promise.all([
    readContract(ctx, row),
    row.decidedBy === null ? undefined : findNameAndEmail(ctx.db, row.decidedBy),
  ]);
  return {
    ...pick(row, shown),
    ...pick(row, [
      "reason",
      "locale",
      "wishedEnd",
      "decidedAt",
      "decisionSentAt",
      "refundMinor",
      "currency",
      "note",
    ]),
    /** Who decided it; null while nobody has, and for the shop itself. */
    decider: decider ? (decider.name ?? decider.email) : null,
    /** The order or subscription that it is about; null if it is not known. */
    contractDetails: contract && withoutFacts(contract),
    /** What a withdrawal means; null for a cancellation, and while the contract is not known. */
    proposal:
      contract && row.kind === "withdrawal" ? proposeForContract(contract, row.receivedAt) : null,
    /** When what was paid must be refunded at the latest, if the withdrawal counts. */
    refundDueAt: row.kind === "withdrawal" ? row.receivedAt + REFUND_DUE_MS : null,
  };
}

function withoutFacts({ facts: _, ...shownContract }: Contract) {
  return shownContract;
}

/** @throws `not_found` */
export async function requireStatement(ctx: Ctx, { id }: { id: string }): Promise<StatementRow> {
  const row = await findStatement(ctx.db, id, ctx.config.stripe.mode);
  if (!row) throw fail("not_found", { reason: "no such statement" });
  return row;
}
