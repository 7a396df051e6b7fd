import { useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import shapes from "../../ui/shapes.module.css";
import styles from "./billing.module.css";
import { describeNotice, describePendingChange } from "./notice-copy.ts";
import type { Subscription } from "./queries.ts";

/** Shows a subscription's problems, with a link to pay if that fixes them. */
export function SubscriptionNotices({ subscription }: { subscription: Subscription }) {
  const { i18n } = useLingui();
  const { notice, pendingChangeUntil } = subscription;
  const message = notice
    ? describeNotice(i18n, notice)
    : pendingChangeUntil !== null && describePendingChange(i18n, pendingChangeUntil);
  if (!message) return null;
  const isInformational =
    notice?.code === "refunded_duplicate" ||
    notice?.code === "canceled_duplicate" ||
    notice?.code === "period_voided" ||
    notice?.code === "trial_refused_user" ||
    notice?.code === "trial_refused_card";
  // Paying doesn't settle a dispute, so it gives nothing back.
  const isDisputed = notice?.code === "disputed" || notice?.code === "dispute_lost";
  return (
    <Notice tone={isInformational ? "info" : "error"} title={message.title} text={message.nextStep}>
      {!isInformational && !isDisputed && <PayLink subscription={subscription} />}
    </Notice>
  );
}

function PayLink({ subscription: { openInvoice, price } }: { subscription: Subscription }) {
  const { t } = useLingui();
  const formats = useFormats();
  if (!openInvoice?.url) return null;
  const amount = price && formats.money(openInvoice.amountMinor, price.currency, "exact");
  return (
    <div className={classNames(shapes.buttons, styles.pay)}>
      <ButtonLink kind="primary" href={openInvoice.url} external>
        {amount === null ? t`Pay now` : t`Pay ${amount}`}
      </ButtonLink>
    </div>
  );
}
