import { ButtonLink } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { Notice } from "../../ui/notice.tsx";
import { describeNotice, describePendingChange } from "./notice-copy.ts";
import type { Subscription } from "./queries.ts";
import styles from "./subscription-row.module.css";

/** Shows a subscription's problems, with a link to pay if that fixes them. */
export function SubscriptionNotices({ subscription }: { subscription: Subscription }) {
  const { notice, pendingChangeUntil } = subscription;
  const message = notice
    ? describeNotice(notice)
    : pendingChangeUntil !== null && describePendingChange(pendingChangeUntil);
  if (!message) return null;
  const isInformational =
    notice?.code === "refunded_duplicate" ||
    notice?.code === "canceled_duplicate" ||
    notice?.code === "trial_refused_user" ||
    notice?.code === "trial_refused_card";
  // Paying doesn't settle a dispute, so it gives nothing back.
  const isDisputed = notice?.code === "disputed" || notice?.code === "dispute_lost";
  return (
    <Notice tone={isInformational ? "info" : "error"} title={message.title}>
      <p>{message.nextStep}</p>
      {!isInformational && !isDisputed && <PayLink subscription={subscription} />}
    </Notice>
  );
}

function PayLink({ subscription: { openInvoice, price } }: { subscription: Subscription }) {
  if (!openInvoice?.url) return null;
  const amount = price && formatMoney(openInvoice.amountMinor, price.currency, "exact");
  return (
    <div className={styles.steps}>
      <ButtonLink kind="primary" href={openInvoice.url} external>
        {amount ? `Pay ${amount}` : "Pay now"}
      </ButtonLink>
    </div>
  );
}
