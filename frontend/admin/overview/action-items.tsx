import { Trans, useLingui } from "@lingui/react/macro";
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
  const { t, i18n } = useLingui();
  const role = useUser()?.role ?? "buyer";
  const hasAlerts = (useQuery(alertsQuery).data?.alerts.length ?? 0) > 0;
  return (
    <ul className={styles.actionItems} aria-label={t`Action items`}>
      {attention.map((item) => {
        const { text, linkText, href } = toActionItem(i18n, item);
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
  const { t, i18n } = useLingui();
  const { data, isError } = useQuery(disputesQuery);
  if (isError)
    return (
      <li>
        <Trans>Couldn’t load disputes from Stripe.</Trans>
      </li>
    );
  if (!data)
    return (
      <li>
        <Trans>Loading disputes…</Trans>
      </li>
    );
  if (data.count === 0)
    return <li>{isOnlyItem ? t`Nothing needs your attention.` : t`No open disputes.`}</li>;
  return (
    <li data-urgent="true">
      {describeDisputes(i18n, data)}{" "}
      <a href={STRIPE_DISPUTES}>
        <Trans>Respond in Stripe</Trans>
      </a>
    </li>
  );
}
