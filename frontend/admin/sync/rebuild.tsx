import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useState } from "react";
import { PageSection } from "../frame/console-page.tsx";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import shapes from "../frame/shapes.module.css";
import { useRebuild, type SyncReport } from "./queries.ts";

/** Rebuilds all mirrored rows from Stripe after a confirmation, and shows the progress. */
export function Rebuild({ lastRebuild }: { lastRebuild: SyncReport["rebuild"] }) {
  const { t, i18n } = useLingui();
  const unknownCustomers = lastRebuild?.withoutUser.join(", ");
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
      title={t`Rebuild`}
      description={t`Fetches every customer from Stripe again. Use this after you lost or restored the database. Correct data doesn’t change.`}
    >
      {lastRebuild && !rebuild.isPending && <p>{describeRebuild(i18n, lastRebuild)}</p>}
      {lastRebuild && lastRebuild.withoutUser.length > 0 && (
        <p>{t`Stripe customers without an account in this shop: ${unknownCustomers}`}</p>
      )}
      <p className={shapes.actions}>
        <Button busy={rebuild.isPending} onClick={() => setIsConfirming(true)}>
          {rebuild.isPending ? t`Rebuilding…` : t`Rebuild from Stripe`}
        </Button>
        <output>
          {rebuild.isPending && (
            <Plural value={customers} one="# customer so far" other="# customers so far" />
          )}
        </output>
      </p>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
      {isConfirming && (
        <ConfirmDialog
          title={t`Rebuild from Stripe?`}
          confirmLabel={t`Rebuild`}
          busy={rebuild.isPending}
          busyLabel={t`Rebuilding…`}
          onConfirm={start}
          onClose={() => setIsConfirming(false)}
          text={t`Every customer is fetched from Stripe again. This can take a while and continues if you leave this page. Nobody is charged, and the shop stays open.`}
        />
      )}
    </PageSection>
  );
}

function describeRebuild(
  i18n: I18n,
  { startedAt, finishedAt, customers }: NonNullable<SyncReport["rebuild"]>,
): string {
  const formats = formatsOf(i18n);
  if (finishedAt === null) {
    const started = formats.dateTime(startedAt);
    return i18n._(
      msg`${plural(customers, {
        one: `In progress since ${started}: # customer so far. It continues automatically.`,
        other: `In progress since ${started}: # customers so far. It continues automatically.`,
      })}`,
    );
  }
  const finished = formats.dateTime(finishedAt);
  return i18n._(
    msg`${plural(customers, {
      one: `Last finished on ${finished}: # customer.`,
      other: `Last finished on ${finished}: # customers.`,
    })}`,
  );
}
