import { z } from "zod";
import { statementCauses, statementKinds, statementStates } from "../db/schema/statements.ts";
import { currencyField, idField, minorField, timeField } from "./fields.ts";
import { jsonObject, rfc3339, toExpression } from "./sql-json.ts";

export const statementState = z
  .enum(statementStates)
  .meta({ description: "`open` until the team has decided it, or the shop has acted on it." });

/**
 * A withdrawal or a cancellation that was declared without signing in, as other programs see it. What the buyer typed is
 * left out: the feed keeps its events, and who typed it may be nobody that the shop knows.
 */
export const statement = z
  .object({
    id: idField("stm", "The statement's id."),
    kind: z.enum(statementKinds),
    cause: z
      .enum(statementCauses)
      .nullable()
      .meta({ description: "Of a cancellation; null of a withdrawal." }),
    state: statementState,
    customerId: idField(
      "usr",
      "Whose contract it is about; null while that is not known.",
    ).nullable(),
    orderId: idField("ord", "The order that it is about; null if it is none.").nullable(),
    subscriptionId: idField("sub", "The subscription that it is about.").nullable(),
    wishedEnd: z.iso.date().nullable().meta({
      description:
        "The day on which a cancellation should take effect; null for the next possible.",
      example: "2026-12-31",
    }),
    refundMinor: minorField("What was refunded with the decision; null if nothing was.").nullable(),
    currency: currencyField.nullable(),
    receivedAt: timeField("When it was declared."),
    decidedAt: timeField("When it was decided.").nullable(),
  })
  .meta({
    ref: "Statement",
    description: "A withdrawal from a contract, or its cancellation, declared without signing in.",
  });

export type Statement = z.output<typeof statement>;

/** The JSON of a statement, in a query that reads from `statements`. */
export function statementText(): string {
  return jsonObject({
    id: "statements.id",
    kind: "statements.kind",
    cause: "statements.cause",
    state: "statements.state",
    customerId: "statements.user_id",
    orderId: "statements.order_id",
    subscriptionId: "statements.subscription_id",
    wishedEnd: "statements.wished_end",
    refundMinor: "statements.refund_minor",
    currency: "statements.currency",
    receivedAt: rfc3339("statements.received_at"),
    decidedAt: rfc3339("statements.decided_at"),
  });
}

export const statementJson = toExpression(statementText);
