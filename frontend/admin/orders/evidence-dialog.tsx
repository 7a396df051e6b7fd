import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { evidenceFields, MAX_EVIDENCE } from "../../../worker/shared/dispute-evidence.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { saveTextFile } from "../../ui/save-text-file.ts";
import { findFieldError } from "../form/form-errors.tsx";
import { useConfirmClose } from "../form/unsaved-changes-guard.tsx";
import { writeEvidenceFile, type Evidence } from "./compose-evidence.ts";
import { evidenceQuery, type DisputedPurchase } from "./dispute-queries.ts";
import type { Order } from "./queries.ts";

/** What is submitted to the bank. */
export type DisputeAnswer = { disputeId: string; evidence: Evidence };

const labels: Record<keyof Evidence, MessageDescriptor> = {
  product_description: msg`What was sold`,
  customer_name: msg`Customer’s name`,
  customer_email_address: msg`Customer’s email`,
  service_date: msg`Service began on`,
  access_activity_log: msg`Activity`,
  refund_policy_disclosure: msg`Refund policy`,
  uncategorized_text: msg`Consent, terms and emails`,
};

const shortFields: (keyof Evidence)[] = ["customer_name", "customer_email_address", "service_date"];

/** Shows exactly what the bank would get. It can be edited, saved as a file, and submitted once. */
export function EvidenceDialog({
  dispute,
  purchase,
  busy,
  error,
  onSubmit,
  onClose,
}: {
  dispute: NonNullable<Order["dispute"]>;
  purchase: DisputedPurchase;
  busy: boolean;
  error: Error | null;
  onSubmit: (answer: DisputeAnswer) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const composed = useQuery(evidenceQuery(purchase));
  const [edits, setEdits] = useState<Partial<Evidence>>({});
  const evidence = composed.data && { ...composed.data, ...edits };
  const confirmClose = useConfirmClose(Object.keys(edits).length > 0, busy, onClose);
  const refusal = findFieldError(error, "disputeId");
  return (
    <Dialog
      title={t`Evidence for this dispute`}
      isWide
      preventAutoClose={Object.keys(edits).length > 0}
      onClose={confirmClose.requestClose}
      actions={
        <>
          <Button onClick={confirmClose.requestClose}>{t`Close`}</Button>
          {evidence && (
            <Button
              onClick={() =>
                saveTextFile(
                  writeEvidenceFile(evidence, dispute),
                  `evidence-${purchase.id}.txt`,
                  "text/plain",
                )
              }
            >
              {t`Download as a file`}
            </Button>
          )}
          {evidence && dispute.canAnswer && (
            <Button
              kind="primary"
              busy={busy}
              onClick={() => onSubmit({ disputeId: dispute.id, evidence })}
            >
              {busy ? t`Submitting…` : t`Submit to the bank`}
            </Button>
          )}
        </>
      }
    >
      <p>
        {dispute.canAnswer
          ? t`The bank gets exactly these texts, and takes evidence only once. Correct what you want before you submit. Files such as screenshots can only be added in Stripe.`
          : t`The bank takes no more evidence for this dispute. This is what the shop knows today.`}
      </p>
      <QueryBoundary query={composed} lines={8}>
        {(known) =>
          evidenceFields.map((field) => (
            <TextArea
              key={field}
              label={i18n._(labels[field])}
              rows={shortFields.includes(field) ? 1 : 4}
              maxLength={MAX_EVIDENCE}
              readOnly={!dispute.canAnswer}
              value={edits[field] ?? known[field]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setEdits((before) => ({ ...before, [field]: value }));
              }}
            />
          ))
        }
      </QueryBoundary>
      {refusal === undefined && error && <ErrorNotice error={error} />}
      {refusal !== undefined && <Notice tone="error" title={refusal} />}
      {confirmClose.confirmation}
    </Dialog>
  );
}
