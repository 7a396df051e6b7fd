import { useState } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDate } from "../../ui/format-time.ts";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { ListedOrder } from "../orders/queries.ts";
import { getOrderStatusLabel as nameOrder } from "../orders/order-copy.ts";
import { getSubscriptionStatusLabel as nameSubscription } from "../subscriptions/subscription-copy.ts";
import { History } from "../../shop/library/history.tsx";
import { describeAccess } from "./access-copy.ts";
import styles from "./customer-page.module.css";
import type { CustomerLibraryEntry } from "./queries.ts";
import { RevokeGiftDialog } from "./revoke-gift-dialog.tsx";

/** The user's purchases and gifts: access, grants, and history. */
export function CustomerLibrary({
  entries,
  canRevokeGifts,
}: {
  entries: CustomerLibraryEntry[];
  canRevokeGifts: boolean;
}) {
  const [giftToRevoke, setGiftToRevoke] = useState<CustomerLibraryEntry | null>(null);
  if (entries.length === 0) return <p className={styles.none}>Nothing was bought or given yet.</p>;
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
              <p>{describeAccess(entry)}</p>
              {entry.isHeldOpen && (
                <p>
                  Still open: outage mode took no access away. It closes when outage mode has ended
                  and this customer was synced again.
                </p>
              )}
              <SourceLine entry={entry} />
              <GrantList entry={entry} />
              <History productName={entry.product.name} entries={entry.timeline} reader="team" />
            </div>
            <div className={styles.side}>
              <AccessBadge isActive={entry.access.active || entry.isHeldOpen} />
              {canRevokeGifts && entry.source === "manual" && entry.access.active && (
                <Button kind="plain" onClick={() => setGiftToRevoke(entry)}>
                  Take back <VisuallyHidden>{entry.product.name}</VisuallyHidden>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {giftToRevoke && (
        <RevokeGiftDialog gift={giftToRevoke} onClose={() => setGiftToRevoke(null)} />
      )}
    </>
  );
}

/** The source of an entry, with a link to it. */
function SourceLine({
  entry: { id, source, status, refundedMinor, price, gift },
}: {
  entry: CustomerLibraryEntry;
}) {
  if (gift)
    return (
      <p className={rows.detail}>
        Given by {gift.givenBy}: {gift.note}
      </p>
    );
  const href = source === "order" ? consolePaths.order(id) : consolePaths.subscription(id);
  const name = source === "order" ? "Order" : "Subscription";
  return (
    <p className={rows.detail}>
      <Link href={href}>{name}</Link> · {describeStatus(source, status)}
      {price && refundedMinor ? ` · ${formatMoney(refundedMinor, price.currency)} refunded` : ""}
    </p>
  );
}

function describeStatus(
  source: CustomerLibraryEntry["source"],
  status: CustomerLibraryEntry["status"],
): string {
  if (status === null) return "";
  return source === "order" ? nameOrder(status as ListedOrder["status"]) : nameSubscription(status);
}

/** The grants of an entry; those no longer in force show when they ended. */
function GrantList({ entry: { grants } }: { entry: CustomerLibraryEntry }) {
  if (grants.length === 0) return null;
  return (
    <ul className={styles.grants}>
      {grants.map((grant) => (
        <li key={grant.id} data-on={grant.isInForce}>
          {grant.name} <span className={styles.soft}>{describeGrant(grant)}</span>
        </li>
      ))}
    </ul>
  );
}

function describeGrant(grant: CustomerLibraryEntry["grants"][number]): string {
  if (!grant.isInForce) {
    const at = grant.revokedAt ?? grant.endsAt;
    return at === null ? "closed" : `closed since ${formatDate(at)}`;
  }
  if (grant.waitingFor === "seller_keys") return "waits for keys to hand out";
  if (grant.waitingFor === "buyer_name") return "waits for the buyer to say who they are";
  return grant.endsAt === null ? "" : `until ${formatDate(grant.endsAt)}`;
}

/** Shows whether access is active. */
function AccessBadge({ isActive }: { isActive: boolean }) {
  return (
    <span className={classNames(styles.state, isActive ? styles.on : undefined)}>
      {isActive ? "In force" : "Closed"}
    </span>
  );
}
