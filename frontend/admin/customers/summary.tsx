import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { joinFacts } from "../frame/label.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { DescriptionList } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { StripeLink } from "../frame/new-tab-links.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Time } from "../../ui/time.tsx";
import type { Standing } from "./checkout-copy.ts";
import styles from "./customer-page.module.css";
import shapes from "../frame/shapes.module.css";
import { EmailLink } from "./email-link.tsx";
import { GuestNotice } from "./guest-notice.tsx";
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
  canSync,
  isUrgent,
}: {
  page: CustomerDetails;
  standing: Standing | null;
  stripe: { data: StripeState | undefined; isError: boolean; refetch: () => unknown };
  canSync: boolean;
  /** A sync is what is needed now. */
  isUrgent: boolean;
}) {
  const { t, i18n } = useLingui();
  const sync = useSyncCustomer(page.user.id);
  const { email, emailVerified, createdAt, externalId, metadata } = page.user;
  const hasSameEmail =
    page.accountsWithSameEmail.length + (stripe.data?.payersWithSameEmail.length ?? 0) > 0;
  return (
    <section className={shapes.stack} aria-label={t`Summary`}>
      <div aria-live="polite" aria-busy={standing === null} className={styles.standing}>
        {standing === null ? (
          <p className={shapes.soft}>{t`Checking their checkouts in Stripe…`}</p>
        ) : (
          <>
            <StatusBadge tone={standing.tone}>{standing.label}</StatusBadge>
            <p className={styles.sentence}>{standing.sentence}</p>
            {standing.nextStep !== null && <p className={shapes.soft}>{standing.nextStep}</p>}
          </>
        )}
        {stripe.isError && (
          <p className={shapes.soft}>
            {t`Couldn’t connect to Stripe. This status is based on the shop’s own data.`}{" "}
            <Button kind="plain" onClick={() => void stripe.refetch()}>
              {t`Try again`}
            </Button>
          </p>
        )}
      </div>
      {page.user.guest && (
        <GuestNotice userId={page.user.id} guest={page.user.guest} canSend={canSync} />
      )}
      {canSync && (
        <div>
          <Button
            kind={isUrgent ? "primary" : "secondary"}
            busy={sync.isPending}
            onClick={() => sync.mutate(undefined)}
          >
            {sync.isPending ? t`Syncing…` : t`Sync from Stripe now`}
          </Button>
        </div>
      )}
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
      <DescriptionList
        items={{
          [t`Email`]: email && (
            <>
              <EmailLink email={email} /> {!emailVerified && t`(not verified)`}
            </>
          ),
          [t`Paid`]: <Paid paid={page.paid} isUrgent={isUrgent} />,
          [t`First sign-in`]: <Time at={createdAt} />,
          [t`Stripe customer`]:
            page.stripeCustomers.length > 0 ? <StripeCustomers page={page} /> : null,
          [t`External ID`]: externalId && <code>{externalId}</code>,
          [t`Metadata`]: metadata && (
            <ul className={shapes.lines}>
              {Object.entries(metadata).map(([name, value]) => (
                <li key={name}>
                  <code>{name}</code>: {value}
                </li>
              ))}
            </ul>
          ),
          [t`Same email address`]: hasSameEmail ? (
            <SameEmail page={page} stripe={stripe.data} />
          ) : null,
        }}
      />
    </section>
  );
}

/** What was paid, by currency: an amount in another currency than the balance is settled in has a line of its own. */
function Paid({ paid, isUrgent }: { paid: CustomerDetails["paid"]; isUrgent: boolean }) {
  const formats = useFormats();
  const { t } = useLingui();
  if (paid.length === 0) return isUrgent ? t`Not synced yet` : t`No payments yet`;
  return (
    <ul className={shapes.lines}>
      {paid.map(({ currency, count, grossMinor, refundedMinor, feeMinor, netMinor }) => {
        const [gross, refunded, net] = [grossMinor, refundedMinor, netMinor].map((amountMinor) =>
          formats.money(amountMinor, currency),
        );
        const parts = [
          count > 0 && t`${gross} in ${plural(count, { one: "# payment", other: "# payments" })}`,
          count > 0 && refundedMinor > 0 && t`${refunded} refunded`,
          (feeMinor !== 0 || netMinor !== 0) && t`${net} net after refunds, disputes and fees`,
        ];
        return <li key={currency}>{joinFacts(...parts)}</li>;
      })}
    </ul>
  );
}

function StripeCustomers({ page: { stripeCustomers } }: { page: CustomerDetails }) {
  const { t } = useLingui();
  return (
    <ul className={shapes.lines}>
      {stripeCustomers.map(({ id, url, isSecondary, syncedAt }) => (
        <li key={id}>
          <StripeLink href={url}>{id}</StripeLink>
          <span className={shapes.soft}>
            {isSecondary && (
              <>
                {" · "}
                {t`From a merged account`}
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
    <ul className={shapes.lines}>
      {page.accountsWithSameEmail.map(({ id, name, hasPurchases }) => (
        <li key={id}>
          <Link href={consolePaths.customer(id)}>{name ?? t`Another account`}</Link>
          <span className={shapes.soft}>
            {" · "}
            {hasPurchases ? t`Has purchases` : t`No purchases`}
          </span>
        </li>
      ))}
      {stripe?.payersWithSameEmail.map(({ id, userId, url }) => (
        <li key={id}>
          <StripeLink href={url}>{id}</StripeLink>
          <span className={shapes.soft}>
            {" · "}
            {userId === null ? (
              t`Paid outside this shop`
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
