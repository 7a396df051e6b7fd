import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  MAX_CANCELLATION_COMMENT,
  type CancellationFeedback,
} from "../../../worker/shared/cancellation-reasons.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import { SelectField, TextArea } from "../../ui/field/fields.tsx";
import {
  explainCancellation,
  explainPause,
  explainResumption,
  formatPaidUntil,
} from "./explain-change.ts";
import { DueToday } from "./due-today.tsx";
import { resumptionQuery, type Subscription } from "./queries.ts";
import type { CancellationReason } from "./use-subscription-change.ts";

/** The changes that need confirmation. */
export type ChangeToConfirm = "cancel" | "end" | "pause" | "resume";

type DialogProps = {
  subscription: Subscription;
  name: string;
  busy: boolean;
  error: Error | null;
  /** @param paid what the change charges, as text; null if nothing */
  onConfirm: (change: ChangeToConfirm, reason?: CancellationReason, paid?: string | null) => void;
  onClose: () => void;
};

/** Explains the consequences of a change and asks for confirmation. */
export function ChangeDialog({ change, ...props }: DialogProps & { change: ChangeToConfirm }) {
  if (change === "pause") return <PauseDialog {...props} />;
  if (change === "resume") return <ResumeDialog {...props} />;
  return <EndDialog canChooseWhen={change === "cancel"} {...props} />;
}

function EndDialog({
  canChooseWhen,
  subscription,
  name,
  onConfirm,
  ...dialogProps
}: DialogProps & {
  /** Whether the user chooses between ending at the end of the period and ending immediately. */
  canChooseWhen: boolean;
}) {
  const { t, i18n } = useLingui();
  const [when, setWhen] = useState(canChooseWhen ? "later" : "now");
  const [reason, setReason] = useState<CancellationReason>({});
  const endsNow = when === "now";
  return (
    <ConfirmDialog
      title={canChooseWhen ? t`Cancel this subscription?` : t`End this subscription now?`}
      cancelLabel={t`Keep subscription`}
      confirmLabel={endsNow ? t`End subscription now` : t`Cancel subscription`}
      kind="danger"
      busyLabel={endsNow ? t`Ending…` : t`Canceling…`}
      onConfirm={() => onConfirm(endsNow ? "end" : "cancel", reason)}
      {...dialogProps}
    >
      {canChooseWhen && (
        <Choices
          legend={t`When to cancel`}
          selected={when}
          onSelect={setWhen}
          choices={[
            {
              value: "later",
              name:
                subscription.status === "trialing"
                  ? t`End of free trial`
                  : t`End of billing period`,
              main: formatPaidUntil(i18n, subscription) ?? t`Later`,
            },
            { value: "now", name: t`Immediately`, main: t`Today` },
          ]}
        />
      )}
      <p>
        {endsNow && subscription.status === "trialing" ? (
          <Trans>
            Your access to {name} ends immediately, and you won’t be charged. This can’t be undone.
          </Trans>
        ) : endsNow ? (
          <Trans>
            Your access to {name} ends immediately. You won’t be charged again, and no refund is
            issued. This can’t be undone.
          </Trans>
        ) : (
          explainCancellation(i18n, subscription, name)
        )}
      </p>
      {/* Subscribers who have already canceled were asked then. */}
      {subscription.next.kind !== "ends" && (
        <CancellationReasonFields reason={reason} onChange={setReason} />
      )}
    </ConfirmDialog>
  );
}

function PauseDialog({ subscription, name, onConfirm, ...dialogProps }: DialogProps) {
  const { t, i18n } = useLingui();
  return (
    <ConfirmDialog
      title={t`Pause this subscription?`}
      cancelLabel={t`Don’t pause`}
      confirmLabel={t`Pause subscription`}
      busyLabel={t`Pausing…`}
      onConfirm={() => onConfirm("pause")}
      {...dialogProps}
    >
      <p>{explainPause(i18n, subscription, name)}</p>
    </ConfirmDialog>
  );
}

/** Says what ending the pause charges today. If that cannot be had, the sentence must do. */
function ResumeDialog({ subscription, name: _name, busy, onConfirm, ...dialogProps }: DialogProps) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const preview = useQuery(resumptionQuery(subscription.id));
  const { dueNowMinor = 0, currency = "" } = preview.data ?? {};
  const amount = dueNowMinor > 0 ? formats.money(dueNowMinor, currency, "exact") : null;
  return (
    <ConfirmDialog
      title={t`End the pause?`}
      cancelLabel={t`Keep paused`}
      confirmLabel={amount === null ? t`End pause` : t`Pay ${amount} and end pause`}
      busy={busy || preview.isLoading}
      busyLabel={busy ? t`Ending pause…` : t`Calculating…`}
      summary={
        preview.data && (
          <DueToday amountMinor={preview.data.dueNowMinor} currency={preview.data.currency} />
        )
      }
      onConfirm={() => onConfirm("resume", {}, amount)}
      {...dialogProps}
    >
      <p>{explainResumption(i18n, subscription)}</p>
    </ConfirmDialog>
  );
}

/** Stripe's reasons, as the subscriber would say them. */
const labels: Record<CancellationFeedback, MessageDescriptor> = {
  too_expensive: msg`It’s too expensive`,
  missing_features: msg`It’s missing features I need`,
  switched_service: msg`I’m switching to something else`,
  unused: msg`I don’t use it enough`,
  customer_service: msg`The customer service was poor`,
  too_complex: msg`It’s too complicated`,
  low_quality: msg`The quality was poor`,
  other: msg`Another reason`,
};

/** Asks for the reason of a cancellation, and then for a comment. Both answers can be left out. */
function CancellationReasonFields({
  reason,
  onChange,
}: {
  reason: CancellationReason;
  onChange: (reason: CancellationReason) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <>
      <SelectField
        label={t`Why are you canceling? (optional)`}
        value={reason.feedback ?? ""}
        onChange={(event) => onChange(toReason(event.currentTarget.value, reason.comment))}
        options={[
          { value: "", label: t`Prefer not to say` },
          ...Object.entries(labels).map(([value, label]) => ({ value, label: i18n._(label) })),
        ]}
      />
      {reason.feedback && (
        <TextArea
          label={t`Anything else you’d like to tell the shop? (optional)`}
          rows={2}
          maxLength={MAX_CANCELLATION_COMMENT}
          value={reason.comment ?? ""}
          onChange={(event) => onChange({ ...reason, comment: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** Without a reason there is no comment either: its field is hidden. */
function toReason(feedback: string, comment: string | undefined): CancellationReason {
  return Object.hasOwn(labels, feedback)
    ? { feedback: feedback as CancellationFeedback, ...(comment !== undefined && { comment }) }
    : {};
}
