import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { RowAction } from "../frame/row-action.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { consolePaths } from "../frame/console-paths.ts";
import rows from "../../ui/row-list.module.css";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { ListedOrder } from "../orders/queries.ts";
import { StripeLink } from "../frame/new-tab-links.tsx";
import { getOrderStatusLabel } from "../orders/order-copy.ts";
import { getSubscriptionStatusLabel } from "../subscriptions/subscription-copy.ts";
import { History } from "../../shop/library/history.tsx";
import { describeAccess } from "./access-copy.ts";
import styles from "./customer-page.module.css";
import shapes from "../frame/shapes.module.css";
import { type CustomerLibraryEntry, useRevokeGift } from "./queries.ts";
import { ConfirmDialog, useConfirmation, type Confirmation } from "../form/confirm-dialog.tsx";

/** The user's purchases and gifts: access, grants, and history. */
export function CustomerLibrary({
  entries,
  canRevokeGifts,
}: {
  entries: CustomerLibraryEntry[];
  canRevokeGifts: boolean;
}) {
  const { t, i18n } = useLingui();
  const revocation = useConfirmation(useRevokeGift());
  if (entries.length === 0) return <p className={shapes.soft}>{t`No purchases or gifts yet`}</p>;
  return (
    <>
      <ul className={rows.rows}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry} id={entry.id}>
            <div className={rows.main}>
              <p className={rows.name}>
                {entry.product.name}
                {entry.quantity > 1 && ` × ${entry.quantity}`}
              </p>
              <p>{describeAccess(i18n, entry)}</p>
              {entry.isKeptByOutageMode && (
                <p>
                  <Trans>
                    Access continues because of outage mode. It ends when outage mode is turned off
                    and this customer is synced again.
                  </Trans>
                </p>
              )}
              <SourceLine entry={entry} />
              {entry.cancellationComment !== null && (
                <p className={rows.detail}>
                  {t`Cancellation comment: “${{ text: entry.cancellationComment }}”`}
                </p>
              )}
              <GrantList entry={entry} />
              <History productName={entry.product.name} entries={entry.timeline} reader="team" />
            </div>
            <div className={styles.side}>
              <AccessBadge isActive={entry.access.active || entry.isKeptByOutageMode} />
              {canRevokeGifts && entry.source === "gift" && entry.access.active && (
                <RowAction
                  label={t`Revoke`}
                  about={entry.product.name}
                  onClick={() => revocation.ask(entry)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {revocation.asked && (
        <RevokeGiftDialog gift={revocation.asked.input} dialog={revocation.dialog} />
      )}
    </>
  );
}

/** The source of an entry, with a link to it. */
function SourceLine({
  entry: { id, source, status, refundedMinor, price, gift, stripeUrl },
}: {
  entry: CustomerLibraryEntry;
}) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  if (gift) {
    const { givenBy, note } = gift;
    return <p className={rows.detail}>{t`Gift from ${givenBy}: ${note}`}</p>;
  }
  const href = source === "order" ? consolePaths.order(id) : consolePaths.subscription(id);
  const name = source === "order" ? t`Order` : t`Subscription`;
  const refunded = price && refundedMinor ? formats.money(refundedMinor, price.currency) : null;
  return (
    <p className={rows.detail}>
      <Link href={href}>{name}</Link> · {describeStatus(i18n, source, status)}
      {refunded !== null && (
        <>
          {" · "}
          {t`${refunded} refunded`}
        </>
      )}
      {stripeUrl !== null && (
        <>
          {" · "}
          <StripeLink href={stripeUrl}>
            {source === "order" ? t`View payment in Stripe` : t`View subscription in Stripe`}
          </StripeLink>
        </>
      )}
    </p>
  );
}

function describeStatus(
  i18n: I18n,
  source: CustomerLibraryEntry["source"],
  status: CustomerLibraryEntry["status"],
): string {
  if (status === null) return "";
  return source === "order"
    ? getOrderStatusLabel(i18n, status as ListedOrder["status"])
    : getSubscriptionStatusLabel(i18n, status);
}

/** The grants of an entry; those no longer in force show when they ended. */
function GrantList({ entry: { grants } }: { entry: CustomerLibraryEntry }) {
  const { i18n } = useLingui();
  if (grants.length === 0) return null;
  return (
    <ul className={styles.branch}>
      {grants.map((grant) => (
        <li key={grant.id} data-on={grant.isInForce}>
          {grant.name} <span className={shapes.soft}>{describeGrant(i18n, grant)}</span>
        </li>
      ))}
    </ul>
  );
}

function describeGrant(i18n: I18n, grant: CustomerLibraryEntry["grants"][number]): string {
  const formats = formatsOf(i18n);
  if (!grant.isInForce) {
    const at = grant.revokedAt ?? grant.endsAt;
    if (at === null) return i18n._(msg`ended`);
    const date = formats.date(at);
    return i18n._(msg`ended on ${date}`);
  }
  if (grant.waitingFor === "seller_keys") return i18n._(msg`waiting for license keys`);
  if (grant.waitingFor === "buyer_name") return i18n._(msg`waiting for the licensee name`);
  if (grant.endsAt === null) return "";
  const date = formats.date(grant.endsAt);
  return i18n._(msg`until ${date}`);
}

/** Shows whether access is active. */
function AccessBadge({ isActive }: { isActive: boolean }) {
  const { t } = useLingui();
  return (
    <StatusBadge tone={isActive ? "good" : "neutral"}>
      {isActive ? t`Active` : t`Inactive`}
    </StatusBadge>
  );
}

/** Explains what revoking a gift takes away and asks for confirmation. */
function RevokeGiftDialog({
  gift,
  dialog,
}: {
  gift: CustomerLibraryEntry;
  dialog: Confirmation["dialog"];
}) {
  const formats = useFormats();
  const { t } = useLingui();
  const { name } = gift.product;
  const lostBenefits = gift.grants.flatMap(({ isInForce, name }) => (isInForce ? [name] : []));
  const benefits = formats.list(lostBenefits);
  return (
    <ConfirmDialog
      title={t`Revoke ${name}?`}
      confirmLabel={t`Revoke gift`}
      kind="danger"
      busyLabel={t`Revoking…`}
      {...dialog}
    >
      <p>
        {lostBenefits.length > 0
          ? t`The customer immediately loses access to ${benefits}. License keys from this gift stop working.`
          : t`The gift ends immediately.`}
      </p>
      <p>{t`Their own purchases don’t change. You can give this gift again later.`}</p>
    </ConfirmDialog>
  );
}
