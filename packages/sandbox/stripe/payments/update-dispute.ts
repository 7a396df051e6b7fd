import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import { mergeMetadata, onlyGiven, shape, text, unsettable } from "../protocol/params.ts";
import { closeDispute } from "./dispute.ts";

const words = unsettable(text).optional();

/** What a seller writes to the bank. */
export const evidence = shape<Stripe.DisputeUpdateParams.Evidence>()({
  access_activity_log: words,
  billing_address: words,
  cancellation_policy_disclosure: words,
  cancellation_rebuttal: words,
  customer_email_address: words,
  customer_name: words,
  customer_purchase_ip: words,
  product_description: words,
  refund_policy_disclosure: words,
  refund_refusal_explanation: words,
  service_date: words,
  uncategorized_text: words,
});

interface DisputeAnswer {
  evidence?: z.output<typeof evidence> | undefined;
  metadata?: Record<string, string> | null | undefined;
  submit?: boolean | undefined;
}

/**
 * `disputes.update`: keeps evidence, and sends it unless `submit` is false. As in Stripe's test mode,
 * `winning_evidence` and `losing_evidence` as the text decide the dispute at once.
 */
export function answerDispute(
  account: Account,
  dispute: Stripe.Dispute,
  { evidence: given, metadata, submit = true }: DisputeAnswer,
): Stripe.Dispute {
  if (given) refuseClosed(dispute);
  const submitted = given !== undefined && submit;
  const details = dispute.evidence_details;
  const answered = account.change(
    "dispute",
    dispute.id,
    {
      evidence: { ...dispute.evidence, ...onlyGiven(given ?? {}) },
      metadata: mergeMetadata(dispute.metadata, metadata),
      ...(given && {
        evidence_details: {
          ...details,
          has_evidence: true,
          submission_count: details.submission_count + Number(submitted),
          submission_method: submitted ? "manual" : details.submission_method,
        },
      }),
      ...(submitted && { status: "under_review" }),
    },
    "charge.dispute.updated",
  );
  const verdict = submitted ? answered.evidence.uncategorized_text : null;
  if (verdict === "winning_evidence") return closeDispute(account, answered, "won");
  if (verdict === "losing_evidence") return closeDispute(account, answered, "lost");
  return answered;
}

/** A dispute that the bank has decided takes no evidence. */
export function refuseClosed({ status }: Stripe.Dispute): void {
  if (["won", "lost", "warning_closed"].includes(status))
    throw invalid("This dispute is already closed.", { code: "dispute_already_closed" });
}
