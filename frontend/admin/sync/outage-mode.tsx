import { useState } from "react";
import { Part } from "../frame/console-page.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import styles from "../doctor/doctor-page.module.css";
import { useBeginOutage, useEndOutage } from "./queries.ts";

/** Outage mode: what it means, and its switch. */
export function Outage({ since, waiting }: { since: number | null; waiting: number }) {
  return (
    <Part
      title="Outage mode"
      about="For when Stripe or this shop is down, or events stay away for hours: until you end it nobody loses access. New purchases go on giving access."
    >
      {since === null ? <Begin /> : <End since={since} waiting={waiting} />}
    </Part>
  );
}

function Begin() {
  const [asking, setAsking] = useState(false);
  const begin = useBeginOutage();
  return (
    <p className={styles.actions}>
      <Button onClick={() => setAsking(true)}>Begin outage mode</Button>
      <span>It is off.</span>
      {asking && (
        <ConfirmDialog
          title="Begin outage mode?"
          confirm="Begin"
          keep="Leave it off"
          busy={begin.isPending}
          busyLabel="Beginning…"
          error={begin.error}
          onConfirm={() => begin.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
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

function End({ since, waiting }: { since: number; waiting: number }) {
  const end = useEndOutage();
  const isHeldUp = end.data?.state === "fetching" && !end.isPending;
  return (
    <>
      <p>
        <strong>It is on since {formatMoment(since)}.</strong> Ending it compares everything with
        Stripe first, and then lets access end where it should have.
      </p>
      {isHeldUp && (
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
        {isHeldUp && waiting > 0 && (
          <Button kind="danger" onClick={() => end.mutate("ignore")}>
            End it without waiting
          </Button>
        )}
      </p>
      {end.isError && <ErrorNotice error={end.error} />}
    </>
  );
}
