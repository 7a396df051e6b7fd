import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { describeAttention, describeDisputes } from "./attention-copy.ts";
import { canOpen } from "../frame/section-list.ts";
import { useUser } from "../../http/session.ts";
import styles from "./overview-page.module.css";
import { disputesQuery, type Attention } from "./queries.ts";

const STRIPE_DISPUTES = "https://dashboard.stripe.com/disputes";

/** What needs the seller now, a line each. The last is about disputes and always there: Stripe takes longer to answer. */
export function Errands({ attention }: { attention: Attention[] }) {
  const role = useUser()?.role ?? "buyer";
  return (
    <ul className={styles.errands} aria-label="What needs you now">
      {attention.map((each) => {
        const { text, link, href } = describeAttention(each);
        return (
          <li key={each.kind} data-urgent="true">
            {text} {canOpen(role, href) && <Link href={href}>{link}</Link>}
          </li>
        );
      })}
      <Disputes isAlone={attention.length === 0} />
    </ul>
  );
}

function Disputes({ isAlone }: { isAlone: boolean }) {
  const { data, isError } = useQuery(disputesQuery);
  if (isError) return <li>Stripe does not say now whether a dispute waits for you.</li>;
  if (!data) return <li>Asking Stripe about disputes…</li>;
  if (data.count === 0)
    return <li>{isAlone ? "Nothing needs you now." : "No dispute waits for your answer."}</li>;
  return (
    <li data-urgent="true">
      {describeDisputes(data)} <a href={STRIPE_DISPUTES}>Answer at Stripe</a>
    </li>
  );
}
