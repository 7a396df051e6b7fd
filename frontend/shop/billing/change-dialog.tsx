import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import { CancellationReasonFields } from "./cancellation-reason-fields.tsx";
import {
  formatPaidUntil,
  explainCancellation,
  explainPause,
  explainResumption,
} from "./explain-change.ts";
import type { Subscription } from "./queries.ts";
import type { CancellationReason } from "./use-subscription-change.ts";

/** The changes that need confirmation. */
export type ChangeToConfirm = "cancel" | "end" | "pause" | "resume";

type DialogProps = {
  subscription: Subscription;
  name: string;
  busy: boolean;
  error: Error | null;
  onConfirm: (change: ChangeToConfirm, reason?: CancellationReason) => void;
  onClose: () => void;
};

/** Explains the consequences of a change and asks for confirmation. */
export function ChangeDialog({ change, ...props }: DialogProps & { change: ChangeToConfirm }) {
  return change === "cancel" || change === "end" ? (
    <EndDialog canChooseWhen={change === "cancel"} {...props} />
  ) : (
    <PauseDialog change={change} {...props} />
  );
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
      kind={endsNow ? "danger" : "primary"}
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

function PauseDialog({
  change,
  subscription,
  name,
  onConfirm,
  ...dialogProps
}: DialogProps & { change: "pause" | "resume" }) {
  const { t, i18n } = useLingui();
  const isPausing = change === "pause";
  return (
    <ConfirmDialog
      title={isPausing ? t`Pause this subscription?` : t`End the pause?`}
      cancelLabel={isPausing ? t`Don’t pause` : t`Keep paused`}
      confirmLabel={isPausing ? t`Pause subscription` : t`End pause`}
      busyLabel={isPausing ? t`Pausing…` : t`Ending pause…`}
      onConfirm={() => onConfirm(change)}
      {...dialogProps}
    >
      <p>
        {isPausing ? explainPause(i18n, subscription, name) : explainResumption(i18n, subscription)}
      </p>
    </ConfirmDialog>
  );
}
