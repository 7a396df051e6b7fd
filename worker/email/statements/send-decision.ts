import type { Ctx } from "../../context.ts";
import type { StatementRow } from "../../law/statements/store.ts";
import { deliverToStatement } from "./deliver-to-statement.ts";

/**
 * Sends the email about the team's decision to the address that was typed. There is none for what the shop decided by
 * itself.
 * @returns whether nothing is left to do: false if it has to wait
 */
export async function sendDecision(ctx: Ctx, row: StatementRow): Promise<boolean> {
  const isOpen = row.state === "open" || row.decidedBy === null;
  if (isOpen || row.decisionSentAt !== null) return true;
  return deliverToStatement(ctx, row, {
    step: "decision",
    render: async () => (await import("./render-decision.ts")).renderDecision(ctx, row),
    sent: { decisionSentAt: ctx.now },
  });
}
