import { useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import styles from "../doctor/doctor-page.module.css";
import { useStartOutageMode, useEndOutageMode } from "./queries.ts";

/** Explains outage mode and turns it on or off. */
export function OutageMode({ since, waiting }: { since: number | null; waiting: number }) {
  const end = useEndOutageMode();
  return (
    <PageSection
      title="Outage mode"
      description="For when Stripe or this shop is down, or events stay away for hours: until you end it nobody loses access. New purchases go on giving access."
    >
      {since === null && end.data?.state === "ended" && (
        <output>
          {waiting === 0
            ? "Outage mode has ended. Everybody has the access that Stripe says."
            : "Outage mode has ended. Customers are being fetched again. Until then, they keep access that has ended meanwhile."}
        </output>
      )}
      {since === null ? (
        <StartOutageMode />
      ) : (
        <EndOutageMode since={since} waiting={waiting} end={end} />
      )}
    </PageSection>
  );
}

function StartOutageMode() {
  const [isConfirming, setIsConfirming] = useState(false);
  const start = useStartOutageMode();
  // After a fresh sign-in, the user must confirm again.
  const freshSignIn = useFreshSignIn("outage-start", start, () => setIsConfirming(true));
  return (
    <p className={styles.actions}>
      <Button onClick={() => setIsConfirming(true)}>Begin outage mode</Button>
      <span>It is off.</span>
      {freshSignIn.dialog}
      {isConfirming && !freshSignIn.dialog && (
        <ConfirmDialog
          title="Begin outage mode?"
          confirmLabel="Begin"
          cancelLabel="Leave it off"
          busy={start.isPending}
          busyLabel="Beginning…"
          error={freshSignIn.error}
          onConfirm={() => start.mutate(undefined, { onSuccess: () => setIsConfirming(false) })}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            From now on no access ends, neither by what Stripe says nor by time. What has ended
            already stays ended.
          </p>
        </ConfirmDialog>
      )}
    </p>
  );
}

function EndOutageMode({
  since,
  waiting,
  end,
}: {
  since: number;
  waiting: number;
  end: ReturnType<typeof useEndOutageMode>;
}) {
  // After a fresh sign-in, the user must press the button again.
  const freshSignIn = useFreshSignIn("outage-end", end, () => {});
  const isWaitingForCustomers = end.data?.state === "fetching" && !end.isPending;
  return (
    <>
      <p>
        <strong>It is on since {formatDateTime(since)}.</strong> Ending it compares everything with
        Stripe first, and then lets access end where it should have.
      </p>
      {isWaitingForCustomers && (
        <output>
          {waiting === 0
            ? "Everybody is fetched. End it now."
            : "It is still on: some customers are yet to be fetched. Ended now, they could lose access until they are."}
        </output>
      )}
      <p className={styles.actions}>
        <Button kind="primary" busy={end.isPending} onClick={() => end.mutate("wait")}>
          {end.isPending ? "Comparing, then ending…" : "End outage mode"}
        </Button>
        {isWaitingForCustomers && waiting > 0 && (
          <Button kind="danger" onClick={() => end.mutate("ignore")}>
            End it without waiting
          </Button>
        )}
      </p>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
    </>
  );
}
