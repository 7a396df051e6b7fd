import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import {
  formatPaidUntil,
  explainCancellation,
  explainPause,
  explainResumption,
} from "./explain-subscription.ts";
import type { Subscription } from "./queries.ts";

/** The changes that need confirmation. */
export type ChangeToConfirm = "cancel" | "end" | "pause" | "resume";

type DialogProps = {
  subscription: Subscription;
  name: string;
  busy: boolean;
  error: Error | null;
  onConfirm: (change: ChangeToConfirm) => void;
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
  const [when, setWhen] = useState(canChooseWhen ? "later" : "now");
  const endsNow = when === "now";
  return (
    <ConfirmDialog
      title={canChooseWhen ? "Cancel this subscription?" : "End this subscription now?"}
      cancelLabel="Keep it"
      confirmLabel={endsNow ? "End it now" : "Cancel subscription"}
      kind={endsNow ? "danger" : "primary"}
      busyLabel={endsNow ? "Ending…" : "Canceling…"}
      onConfirm={() => onConfirm(endsNow ? "end" : "cancel")}
      {...dialogProps}
    >
      {canChooseWhen && (
        <Choices
          legend="When it ends"
          selected={when}
          onSelect={setWhen}
          choices={[
            {
              value: "later",
              name: subscription.status === "trialing" ? "With the trial" : "When it is used up",
              main: formatPaidUntil(subscription) ?? "Later",
            },
            { value: "now", name: "At once", main: "Today" },
          ]}
        />
      )}
      {endsNow ? (
        <p>
          {name} closes at once. Nothing more is charged, and nothing is paid back. This cannot be
          undone.
        </p>
      ) : (
        <p>
          {explainCancellation(subscription, name)} You can change your mind on this page until
          then.
        </p>
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
  const isPausing = change === "pause";
  return (
    <ConfirmDialog
      title={isPausing ? "Pause this subscription?" : "Resume this subscription?"}
      cancelLabel={isPausing ? "Keep it running" : "Keep it paused"}
      confirmLabel={isPausing ? "Pause" : "Resume"}
      busyLabel={isPausing ? "Pausing…" : "Resuming…"}
      onConfirm={() => onConfirm(change)}
      {...dialogProps}
    >
      <p>{isPausing ? explainPause(subscription, name) : explainResumption(subscription)}</p>
    </ConfirmDialog>
  );
}
