import { Trans, useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { PageSection } from "../frame/console-page.tsx";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import shapes from "../frame/shapes.module.css";
import { useStartOutageMode, useEndOutageMode } from "./queries.ts";

/** Explains outage mode and turns it on or off. */
export function OutageMode({ since, waiting }: { since: number | null; waiting: number }) {
  const { t } = useLingui();
  const end = useEndOutageMode();
  return (
    <PageSection
      title={t`Outage mode`}
      description={t`Use this if Stripe or this shop has an outage, or if webhooks don’t arrive for hours. While it’s on, no customer loses access, and new purchases still give access.`}
    >
      {since === null && end.data?.state === "ended" && (
        <output>
          {waiting === 0
            ? t`Outage mode is off. All access matches Stripe.`
            : t`Outage mode is off. Customers are being synced from Stripe. Until then, they keep access that has ended in the meantime.`}
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
  const { t } = useLingui();
  const start = useStartOutageMode();
  const starting = useConfirmation(start);
  // After a fresh sign-in, the user must confirm again.
  const freshSignIn = useFreshSignIn("outage-start", start, starting.ask);
  return (
    <p className={shapes.actions}>
      <Button onClick={() => starting.ask()}>{t`Turn on outage mode`}</Button>
      <span>{t`Outage mode is off.`}</span>
      {freshSignIn.dialog}
      {starting.asked && !freshSignIn.dialog && (
        <ConfirmDialog
          title={t`Turn on outage mode?`}
          confirmLabel={t`Turn on`}
          busyLabel={t`Turning on…`}
          text={t`While outage mode is on, no access ends, even if Stripe reports that it should. Access that has already ended isn’t restored.`}
          {...starting.dialog}
          error={freshSignIn.error}
        />
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
  const { t } = useLingui();
  const date = useFormats().dateTime(since);
  // After a fresh sign-in, the user must press the button again.
  const freshSignIn = useFreshSignIn("outage-end", end, () => {});
  const isWaitingForCustomers = end.data?.state === "fetching" && !end.isPending;
  return (
    <>
      <p>
        <Trans>
          <strong>Outage mode has been on since {date}.</strong> When you turn it off, the shop
          first compares all data with Stripe, then ends access that should have ended.
        </Trans>
      </p>
      {isWaitingForCustomers && (
        <output>
          {waiting === 0
            ? t`All customers are synced. You can turn off outage mode now.`
            : t`Outage mode is still on because some customers aren’t synced yet. If you turn it off now, they could lose access until they are.`}
        </output>
      )}
      <p className={shapes.actions}>
        <Button kind="primary" busy={end.isPending} onClick={() => end.mutate("wait")}>
          {end.isPending ? t`Comparing with Stripe…` : t`Turn off outage mode`}
        </Button>
        {isWaitingForCustomers && waiting > 0 && (
          <Button kind="danger" onClick={() => end.mutate("ignore")}>
            {t`Turn off without waiting`}
          </Button>
        )}
      </p>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      {freshSignIn.dialog}
    </>
  );
}
