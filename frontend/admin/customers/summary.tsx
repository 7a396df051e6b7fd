import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { DescriptionList } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { StripeLink } from "../orders/stripe-link.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Time } from "../../ui/time.tsx";
import type { Standing } from "./checkout-copy.ts";
import styles from "./customer-page.module.css";
import { useSyncCustomer, type CustomerDetails, type StripeState } from "./queries.ts";
import { describeSyncChange, summarizeSync } from "./sync-copy.ts";

/**
 * The answer to most support questions: what blocks access now and what to do about it, a sync from Stripe, and who the
 * customer is.
 * @param props.standing null while Stripe is being asked
 */
export function Summary({
  page,
  standing,
  stripe,
  isUrgent,
}: {
  page: CustomerDetails;
  standing: Standing | null;
  stripe: { data: StripeState | undefined; isError: boolean; refetch: () => unknown };
  /** A sync is what is needed now. */
  isUrgent: boolean;
}) {
  const { t, i18n } = useLingui();
  const sync = useSyncCustomer(page.user.id);
  return (
    <section className={styles.summary} aria-label={t`Summary`}>
      <div aria-live="polite" aria-busy={standing === null} className={styles.standing}>
        {standing === null ? (
          <p className={styles.none}>
            <Trans>Checking their checkouts in Stripe…</Trans>
          </p>
        ) : (
          <>
            <StatusBadge tone={standing.tone}>{standing.label}</StatusBadge>
            <p className={styles.sentence}>{standing.sentence}</p>
            {standing.nextStep !== null && <p className={styles.none}>{standing.nextStep}</p>}
          </>
        )}
        {stripe.isError && (
          <p className={styles.none}>
            <Trans>Couldn’t connect to Stripe. This status is based on the shop’s own data.</Trans>{" "}
            <Button kind="plain" onClick={() => void stripe.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </p>
        )}
      </div>
      <div>
        <Button
          kind={isUrgent ? "primary" : "secondary"}
          busy={sync.isPending}
          onClick={() => sync.mutate(undefined)}
        >
          {sync.isPending ? t`Syncing…` : t`Sync from Stripe now`}
        </Button>
      </div>
      {sync.error && <ErrorNotice error={sync.error} />}
      {sync.data && (
        <Notice tone="info" title={summarizeSync(i18n, sync.data)}>
          {sync.data.changes.length > 0 && (
            <ul className={styles.moves}>
              {sync.data.changes.map((change) => (
                <li key={describeSyncChange(i18n, change)}>{describeSyncChange(i18n, change)}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <DescriptionList items={listFacts(i18n, page, stripe.data, isUrgent)} />
    </section>
  );
}

function listFacts(
  i18n: I18n,
  page: CustomerDetails,
  stripe: StripeState | undefined,
  isUrgent: boolean,
): [name: string, value: ReactNode][] {
  const { email, emailVerified, createdAt } = page.user;
  const sameEmailCount =
    page.accountsWithSameEmail.length + (stripe?.payersWithSameEmail.length ?? 0);
  return [
    [i18n._(msg`Email`), emailVerified ? email : email && i18n._(msg`${email} (not verified)`)],
    [i18n._(msg`Paid`), <Paid key="paid" paid={page.paid} isUrgent={isUrgent} />],
    [i18n._(msg`First sign-in`), <Time key="since" at={createdAt} />],
    [
      i18n._(msg`Stripe customer`),
      page.stripeCustomers.length > 0 ? <StripeCustomers page={page} /> : null,
    ],
    [
      i18n._(msg`Same email address`),
      sameEmailCount > 0 ? <SameEmail page={page} stripe={stripe} /> : null,
    ],
  ];
}

/** What was paid, by currency: an amount in another currency than the balance is settled in has a line of its own. */
function Paid({ paid, isUrgent }: { paid: CustomerDetails["paid"]; isUrgent: boolean }) {
  const formats = useFormats();
  const { t } = useLingui();
  if (paid.length === 0) return isUrgent ? t`Not synced yet` : t`No payments yet`;
  return (
    <ul className={styles.ways}>
      {paid.map(({ currency, count, grossMinor, refundedMinor, feeMinor, netMinor }) => {
        const [gross, refunded, net] = [grossMinor, refundedMinor, netMinor].map((amountMinor) =>
          formats.money(amountMinor, currency),
        );
        const parts = [
          count > 0 && t`${gross} in ${plural(count, { one: "# payment", other: "# payments" })}`,
          count > 0 && refundedMinor > 0 && t`${refunded} refunded`,
          (feeMinor !== 0 || netMinor !== 0) && t`${net} net after refunds, disputes and fees`,
        ];
        return <li key={currency}>{parts.filter(Boolean).join(" · ")}</li>;
      })}
    </ul>
  );
}

function StripeCustomers({ page: { stripeCustomers } }: { page: CustomerDetails }) {
  return (
    <ul className={styles.ways}>
      {stripeCustomers.map(({ id, url, isSecondary, syncedAt }) => (
        <li key={id}>
          <StripeLink href={url}>{id}</StripeLink>
          <span className={styles.soft}>
            {isSecondary && (
              <>
                {" · "}
                <Trans>From a merged account</Trans>
              </>
            )}
            {syncedAt !== null && (
              <>
                {" · "}
                <Trans>
                  Synced <Time at={syncedAt} />
                </Trans>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Other accounts, and other Stripe customers that paid, with the same email. */
function SameEmail({ page, stripe }: { page: CustomerDetails; stripe: StripeState | undefined }) {
  const { t } = useLingui();
  return (
    <ul className={styles.ways}>
      {page.accountsWithSameEmail.map(({ id, name, hasPurchases }) => (
        <li key={id}>
          <Link href={consolePaths.customer(id)}>{name ?? t`Another account`}</Link>
          <span className={styles.soft}>
            {" · "}
            {hasPurchases ? t`Has purchases` : t`No purchases`}
          </span>
        </li>
      ))}
      {stripe?.payersWithSameEmail.map(({ id, userId, url }) => (
        <li key={id}>
          <StripeLink href={url}>{id}</StripeLink>
          <span className={styles.soft}>
            {" · "}
            {userId === null ? (
              <Trans>Paid outside this shop</Trans>
            ) : (
              <Trans>
                Paid from <Link href={consolePaths.customer(userId)}>another account</Link>
              </Trans>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
