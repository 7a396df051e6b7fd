import { useState } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDay } from "../../ui/format-time.ts";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { ListedOrder } from "../orders/queries.ts";
import { nameStatus as nameOrder } from "../orders/order-copy.ts";
import { nameStatus as nameSubscription } from "../subscriptions/subscription-copy.ts";
import { History } from "../../shop/library/history.tsx";
import { describeAccess } from "./access-copy.ts";
import styles from "./customer-page.module.css";
import type { Holding } from "./queries.ts";
import { TakeBackDialog } from "./revoke-gift-dialog.tsx";

/** Everything somebody bought or was given: why it is open or closed, what is in it, and what happened to it. */
export function Holdings({ holdings }: { holdings: Holding[] }) {
  const [takenBack, setTakenBack] = useState<Holding | null>(null);
  if (holdings.length === 0) return <p className={styles.none}>Nothing was bought or given yet.</p>;
  return (
    <>
      <ul className={rows.rows}>
        {holdings.map((holding) => (
          <li key={holding.id} className={styles.holding} id={holding.id}>
            <div className={rows.main}>
              <p className={rows.name}>
                {holding.product.name}
                {holding.quantity > 1 && ` × ${holding.quantity}`}
              </p>
              <p>{describeAccess(holding)}</p>
              <Source holding={holding} />
              <Grants holding={holding} />
              <History of={holding.product.name} entries={holding.timeline} />
            </div>
            <div className={styles.side}>
              <State isOn={holding.access.active} />
              {holding.source === "manual" && holding.access.active && (
                <Button kind="plain" onClick={() => setTakenBack(holding)}>
                  Take back <VisuallyHidden>{holding.product.name}</VisuallyHidden>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {takenBack && <TakeBackDialog gift={takenBack} onClose={() => setTakenBack(null)} />}
    </>
  );
}

/** What it comes from, with the way there. */
function Source({
  holding: { id, source, status, refundedMinor, price, gift },
}: {
  holding: Holding;
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

function describeStatus(source: Holding["source"], status: Holding["status"]): string {
  if (status === null) return "";
  return source === "order" ? nameOrder(status as ListedOrder["status"]) : nameSubscription(status);
}

/** What is in it; what is closed says since when. */
function Grants({ holding: { grants } }: { holding: Holding }) {
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

function describeGrant(grant: Holding["grants"][number]): string {
  if (!grant.isInForce) {
    const at = grant.revokedAt ?? grant.endsAt;
    return at === null ? "closed" : `closed since ${formatDay(at)}`;
  }
  if (grant.waitingFor === "seller_keys") return "waits for keys to hand out";
  if (grant.waitingFor === "buyer_name") return "waits for the buyer to say who they are";
  return grant.endsAt === null ? "" : `until ${formatDay(grant.endsAt)}`;
}

/** In one word, whether access is there. */
function State({ isOn }: { isOn: boolean }) {
  return (
    <span className={classNames(styles.state, isOn ? styles.on : undefined)}>
      {isOn ? "In force" : "Closed"}
    </span>
  );
}
