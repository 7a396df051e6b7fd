import { useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import styles from "../doctor/doctor-page.module.css";
import { useRebuild, type SyncReport } from "./queries.ts";

/** Rebuilds all mirrored rows from Stripe after a confirmation, and shows the progress. */
export function Rebuild({ lastRebuild }: { lastRebuild: SyncReport["rebuild"] }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [customers, setCustomers] = useState(0);
  const rebuild = useRebuild(setCustomers);
  // After a fresh sign-in, the user must confirm again.
  const freshSignIn = useFreshSignIn("rebuild", rebuild, () => setIsConfirming(true));
  const start = () => {
    setIsConfirming(false);
    setCustomers(0);
    rebuild.mutate();
  };
  return (
    <PageSection
      title="Rebuild"
      description="Fetches every customer anew from Stripe: after a restored or lost database. What is right stays as it is."
    >
      {lastRebuild && !rebuild.isPending && <p>{describeRebuild(lastRebuild)}</p>}
      {lastRebuild && lastRebuild.withoutUser.length > 0 && (
        <p>These customers of Stripe are of nobody here: {lastRebuild.withoutUser.join(", ")}</p>
      )}
      <p className={styles.actions}>
        <Button busy={rebuild.isPending} onClick={() => setIsConfirming(true)}>
          {rebuild.isPending ? "Rebuilding…" : "Rebuild everything"}
        </Button>
        <output>{rebuild.isPending ? `${customers} customers so far` : ""}</output>
      </p>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
      {isConfirming && (
        <ConfirmDialog
          title="Rebuild everything from Stripe?"
          confirmLabel="Rebuild"
          cancelLabel="Not now"
          busy={rebuild.isPending}
          busyLabel="Rebuilding…"
          onConfirm={start}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            Every customer is fetched from Stripe again, which takes a while and can go on after you
            leave. Nobody is charged, and the shop stays open.
          </p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}

function describeRebuild({
  startedAt,
  finishedAt,
  customers,
}: NonNullable<SyncReport["rebuild"]>): string {
  const customersText = customers === 1 ? "1 customer" : `${customers} customers`;
  return finishedAt === null
    ? `Under way since ${formatDateTime(startedAt)}: ${customersText} so far. It goes on by itself.`
    : `Last done on ${formatDateTime(finishedAt)}: ${customersText}.`;
}
