import { and, eq, ne } from "drizzle-orm";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { statements } from "../../db/schema/statements.ts";
import type { StatementRow } from "./store.ts";

/** The contract that a statement is about: an order or a subscription of a user. */
export type StatementContract = Pick<StatementRow, "userId" | "orderId" | "subscriptionId">;

/** Says which contract an open statement is about. */
export function setContract(db: Database, id: string, contract: StatementContract): Statement {
  return db
    .update(statements)
    .set(contract)
    .where(matches(statements, { id, state: "open" }));
}

/** What the team decided. `refundMinor`: what was refunded with it, in minor units; null if nothing was. */
export type Decision = Pick<
  StatementRow,
  "decidedAt" | "decidedBy" | "refundMinor" | "paidMinor" | "currency" | "note"
> & {
  state: "accepted" | "refused";
  /** When the email about it is due, in unix milliseconds; undefined if there is none. */
  nextAttemptAt?: number;
};

/**
 * Writes a decision about an open statement. What was done at Stripe has happened: an acceptance also replaces a refusal
 * that another member has written meanwhile.
 */
export function decide(db: Database, id: string, decision: Decision) {
  return db
    .update(statements)
    .set(decision)
    .where(
      and(
        eq(statements.id, id),
        decision.state === "accepted"
          ? ne(statements.state, "accepted")
          : eq(statements.state, "open"),
      ),
    );
}
