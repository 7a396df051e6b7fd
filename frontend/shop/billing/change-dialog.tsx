import { useState } from "react";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import {
  dayPaidFor,
  explainCancellation,
  explainPause,
  explainResumption,
} from "./explain-subscription.ts";
import type { Subscription } from "./queries.ts";

/** What is asked about before it is done. */
export type Asked = "cancel" | "end" | "pause" | "resume";

type DialogProps = {
  subscription: Subscription;
  name: string;
  busy: boolean;
  error: Error | null;
  onConfirm: (change: Asked) => void;
  onClose: () => void;
};

/** Asks once, and says what will happen and what will not. */
export function ChangeDialog({ asked, ...props }: DialogProps & { asked: Asked }) {
  return asked === "cancel" || asked === "end" ? (
    <EndDialog choice={asked === "cancel"} {...props} />
  ) : (
    <PauseDialog asked={asked} {...props} />
  );
}

function EndDialog({
  choice,
  subscription,
  name,
  onConfirm,
  ...answers
}: DialogProps & {
  /** Whether there is one: with the period, or at once. */
  choice: boolean;
}) {
  const [when, setWhen] = useState(choice ? "later" : "now");
  const now = when === "now";
  return (
    <ConfirmDialog
      title={choice ? "Cancel this subscription?" : "End this subscription now?"}
      keep="Keep it"
      confirm={now ? "End it now" : "Cancel subscription"}
      kind={now ? "danger" : "primary"}
      busyLabel={now ? "Ending…" : "Canceling…"}
      onConfirm={() => onConfirm(now ? "end" : "cancel")}
      {...answers}
    >
      {choice && (
        <Choices
          legend="When it ends"
          selected={when}
          onSelect={setWhen}
          choices={[
            {
              value: "later",
              name: subscription.status === "trialing" ? "With the trial" : "When it is used up",
              main: dayPaidFor(subscription) ?? "Later",
            },
            { value: "now", name: "At once", main: "Today" },
          ]}
        />
      )}
      {now ? (
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
  asked,
  subscription,
  name,
  onConfirm,
  ...answers
}: DialogProps & { asked: "pause" | "resume" }) {
  const pausing = asked === "pause";
  return (
    <ConfirmDialog
      title={pausing ? "Pause this subscription?" : "Resume this subscription?"}
      keep={pausing ? "Keep it running" : "Keep it paused"}
      confirm={pausing ? "Pause" : "Resume"}
      busyLabel={pausing ? "Pausing…" : "Resuming…"}
      onConfirm={() => onConfirm(asked)}
      {...answers}
    >
      <p>{pausing ? explainPause(subscription, name) : explainResumption(subscription)}</p>
    </ConfirmDialog>
  );
}
