import { useState } from "react";
import { Part } from "../frame/console-page.tsx";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import styles from "../doctor/doctor-page.module.css";
import { useRebuild, type Report } from "./queries.ts";

/** Fetching everything anew from Stripe: asks once, and shows how far it is. */
export function Rebuild({ last }: { last: Report["rebuild"] }) {
  const [asking, setAsking] = useState(false);
  const [customers, setCustomers] = useState(0);
  const rebuild = useRebuild(setCustomers);
  // Whoever comes back from signing in again is asked once more.
  const again = useFreshSignIn("rebuild", rebuild, () => setAsking(true));
  const begin = () => {
    setAsking(false);
    setCustomers(0);
    rebuild.mutate();
  };
  return (
    <Part
      title="Rebuild"
      about="Fetches every customer anew from Stripe: after a restored or lost database. What is right stays as it is."
    >
      {last && !rebuild.isPending && <p>{describe(last)}</p>}
      {last && last.withoutUser.length > 0 && (
        <p>These customers of Stripe are of nobody here: {last.withoutUser.join(", ")}</p>
      )}
      <p className={styles.actions}>
        <Button busy={rebuild.isPending} onClick={() => setAsking(true)}>
          {rebuild.isPending ? "Rebuilding…" : "Rebuild everything"}
        </Button>
        <output>{rebuild.isPending ? `${customers} customers so far` : ""}</output>
      </p>
      {again.error && <ErrorNotice error={again.error} />}
      {again.dialog}
      {asking && (
        <ConfirmDialog
          title="Rebuild everything from Stripe?"
          confirm="Rebuild"
          keep="Not now"
          busy={rebuild.isPending}
          busyLabel="Rebuilding…"
          onConfirm={begin}
          onClose={() => setAsking(false)}
        >
          <p>
            Every customer is fetched from Stripe again, which takes a while and can go on after you
            leave. Nobody is charged, and the shop stays open.
          </p>
        </ConfirmDialog>
      )}
    </Part>
  );
}

function describe({ startedAt, finishedAt, customers }: NonNullable<Report["rebuild"]>): string {
  const many = customers === 1 ? "1 customer" : `${customers} customers`;
  return finishedAt === null
    ? `Under way since ${formatMoment(startedAt)}: ${many} so far. It goes on by itself.`
    : `Last done on ${formatMoment(finishedAt)}: ${many}.`;
}
