import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { StripeLink } from "../orders/stripe-link.tsx";
import rows from "../../ui/row-list.module.css";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import { Time } from "../../ui/time.tsx";
import { LimitedRows } from "./limited-rows.tsx";
import styles from "./customer-page.module.css";
import type { StripeState } from "./queries.ts";

/** Stripe's statuses of invoices. */
const statuses: Record<string, { tone: Tone; label: MessageDescriptor }> = {
  draft: { tone: "neutral", label: msg`Draft` },
  open: { tone: "warning", label: msg`Open` },
  paid: { tone: "good", label: msg`Paid` },
  uncollectible: { tone: "bad", label: msg`Uncollectible` },
  void: { tone: "neutral", label: msg`Void` },
};

/** The customer's invoices at Stripe. */
export function Invoices({ invoices }: { invoices: StripeState["invoices"] }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  return (
    <LimitedRows items={invoices} label={t`Invoices`}>
      {({ number, status, totalMinor, currency, createdAt, url }) => {
        const known = statuses[status ?? ""];
        return (
          <li>
            <div className={rows.main}>
              <p className={rows.name}>
                <StripeLink href={url}>{number ?? t`No number yet`}</StripeLink>
              </p>
              <p className={rows.detail}>
                <Time at={createdAt} />
              </p>
            </div>
            <div className={styles.side}>
              {formats.money(totalMinor, currency)}
              <StatusBadge tone={known?.tone ?? "neutral"}>
                {known ? i18n._(known.label) : status}
              </StatusBadge>
            </div>
          </li>
        );
      }}
    </LimitedRows>
  );
}
