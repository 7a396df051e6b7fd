import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { toActionItem, describeDisputes } from "./attention-copy.ts";
import { canOpen } from "../frame/section-list.ts";
import { useUser } from "../../http/session.ts";
import styles from "./overview-page.module.css";
import { alertsQuery, disputesQuery, type Attention } from "./queries.ts";

const STRIPE_DISPUTES = "https://dashboard.stripe.com/disputes";

/**
 * Lists what needs the seller's attention. Disputes come last and load separately, because Stripe responds more slowly.
 */
export function ActionItems({ attention }: { attention: Attention[] }) {
  const role = useUser()?.role ?? "buyer";
  const hasAlerts = (useQuery(alertsQuery).data?.alerts.length ?? 0) > 0;
  return (
    <ul className={styles.actionItems} aria-label="What needs you now">
      {attention.map((item) => {
        const { text, linkText, href } = toActionItem(item);
        return (
          <li key={item.kind} data-urgent="true">
            {text} {canOpen(role, href) && <Link href={href}>{linkText}</Link>}
          </li>
        );
      })}
      <Disputes isOnlyItem={attention.length === 0 && !hasAlerts} />
    </ul>
  );
}

function Disputes({ isOnlyItem }: { isOnlyItem: boolean }) {
  const { data, isError } = useQuery(disputesQuery);
  if (isError) return <li>Stripe does not say now whether a dispute waits for you.</li>;
  if (!data) return <li>Asking Stripe about disputes…</li>;
  if (data.count === 0)
    return <li>{isOnlyItem ? "Nothing needs you now." : "No dispute waits for your answer."}</li>;
  return (
    <li data-urgent="true">
      {describeDisputes(data)} <a href={STRIPE_DISPUTES}>Answer at Stripe</a>
    </li>
  );
}
