import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { mergeMetadata, omitUndefined, schemaFor, text, unsettable } from "../protocol/params.ts";
import { closeDispute } from "./dispute.ts";

const optionalText = unsettable(text).optional();

/** The evidence fields that the stand-in supports. */
export const evidenceParams = schemaFor<Stripe.DisputeUpdateParams.Evidence>()({
  access_activity_log: optionalText,
  billing_address: optionalText,
  cancellation_policy_disclosure: optionalText,
  cancellation_rebuttal: optionalText,
  customer_email_address: optionalText,
  customer_name: optionalText,
  customer_purchase_ip: optionalText,
  product_description: optionalText,
  refund_policy_disclosure: optionalText,
  refund_refusal_explanation: optionalText,
  service_date: optionalText,
  uncategorized_text: optionalText,
});

interface DisputeUpdate {
  evidence?: z.output<typeof evidenceParams> | undefined;
  metadata?: Record<string, string> | null | undefined;
  submit?: boolean | undefined;
}

/**
 * Implements `disputes.update`: saves evidence, and submits it unless `submit` is false. As in Stripe's test mode, the
 * text `winning_evidence` or `losing_evidence` decides the dispute immediately.
 */
export function updateDispute(
  account: Account,
  dispute: Stripe.Dispute,
  { evidence: given, metadata, submit = true }: DisputeUpdate,
): Stripe.Dispute {
  if (given) assertTakesEvidence(account, dispute);
  const submitted = given !== undefined && submit;
  const details = dispute.evidence_details;
  const answered = account.update(
    "dispute",
    dispute.id,
    {
      evidence: { ...dispute.evidence, ...omitUndefined(given ?? {}) },
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

/**
 * Stripe lets some banks take evidence twice; nobody can rely on that.
 * @throws ApiError 400 if the dispute is closed, its deadline has passed, or evidence was submitted
 */
function assertTakesEvidence(account: Account, dispute: Stripe.Dispute): void {
  assertDisputeOpen(dispute);
  const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details;
  if (submissions > 0)
    throw invalidRequestError("Evidence for this dispute was already submitted.");
  if (dueBy !== null && dueBy <= account.clock.now())
    throw invalidRequestError("The deadline to submit evidence for this dispute has passed.");
}

/** @throws ApiError 400 if the dispute is closed */
export function assertDisputeOpen({ status }: Stripe.Dispute): void {
  if (["won", "lost", "warning_closed"].includes(status))
    throw invalidRequestError("This dispute is already closed.", {
      code: "dispute_already_closed",
    });
}
