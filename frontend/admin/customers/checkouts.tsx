import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import type { I18n } from "@lingui/core";
import { joinFacts, Badge } from "../frame/label.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { describeTotal } from "../../shop/catalog/price-copy.ts";
import { consolePaths } from "../frame/console-paths.ts";
import { StripeLink } from "../frame/new-tab-links.tsx";
import rows from "../../ui/row-list.module.css";
import { outcomeBadges } from "./checkout-copy.ts";
import { explainDecline, getDeclineCode } from "./decline-copy.ts";
import { LimitedRows } from "./records.tsx";
import styles from "./customer-page.module.css";
import shapes from "../frame/shapes.module.css";
import type { CustomerCheckout } from "./queries.ts";

/** Every time the customer went to pay, with what became of it and each failed attempt. */
export function Checkouts({ checkouts }: { checkouts: CustomerCheckout[] }) {
  const { t, i18n } = useLingui();
  return (
    <LimitedRows items={checkouts} label={t`Checkouts`}>
      {(checkout) => (
        <li className={styles.wrapped}>
          <div className={rows.main}>
            <p className={rows.name}>
              {checkout.product.name}
              {checkout.quantity > 1 && ` × ${checkout.quantity}`}
            </p>
            <p className={rows.detail}>{describeCheckout(i18n, checkout)}</p>
            <CheckoutLinks checkout={checkout} />
            {checkout.attempts.length > 0 && (
              <ul className={styles.branch} aria-label={t`Failed attempts`}>
                {checkout.attempts.map((attempt) => (
                  <FailedAttempt key={attempt.id} attempt={attempt} />
                ))}
              </ul>
            )}
          </div>
          <Badge {...outcomeBadges[checkout.outcome]} />
        </li>
      )}
    </LimitedRows>
  );
}

function describeCheckout(i18n: I18n, checkout: CustomerCheckout): string {
  const { price, quantity, trialDays, createdAt, orderTotalMinor } = checkout;
  const formats = formatsOf(i18n);
  const opened = formats.dateTime(createdAt);
  if (orderTotalMinor !== null)
    return i18n._(msg`Opened ${opened} · ${formats.money(orderTotalMinor, price.currency)}`);
  const total = describeTotal(i18n, { ...price, amountMinor: price.amountMinor * quantity }, 1);
  return trialDays > 0
    ? i18n._(
        msg`${plural(trialDays, {
          one: `Opened ${opened} · ${total} after a free trial of # day`,
          other: `Opened ${opened} · ${total} after a free trial of # days`,
        })}`,
      )
    : i18n._(msg`Opened ${opened} · ${total}`);
}

function CheckoutLinks({ checkout: { source, stripeUrl } }: { checkout: CustomerCheckout }) {
  const { t } = useLingui();
  if (source === null && stripeUrl === null) return null;
  return (
    <p className={styles.links}>
      {source?.type === "order" && <Link href={consolePaths.order(source.id)}>{t`Order`}</Link>}
      {source?.type === "subscription" && (
        <Link href={consolePaths.subscription(source.id)}>{t`Subscription`}</Link>
      )}
      {stripeUrl !== null && <StripeLink href={stripeUrl}>{t`View checkout in Stripe`}</StripeLink>}
    </p>
  );
}

function FailedAttempt({ attempt }: { attempt: CustomerCheckout["attempts"][number] }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { meaning } = explainDecline(i18n, attempt);
  const code = getDeclineCode(attempt);
  const { card } = attempt;
  return (
    <li>
      <p>
        {meaning} {code !== null && <code>{code}</code>}
      </p>
      <p className={shapes.soft}>
        {joinFacts(
          formats.dateTime(attempt.at),
          attempt.amountMinor > 0 && formats.money(attempt.amountMinor, attempt.currency),
          card &&
            [card.brand ? capitalize(card.brand) : t`Card`, card.last4 && `•••• ${card.last4}`]
              .filter(Boolean)
              .join(" "),
        )}
      </p>
      <p>
        <StripeLink href={attempt.url}>
          {attempt.amountMinor > 0 ? t`View payment in Stripe` : t`View card in Stripe`}
        </StripeLink>
      </p>
    </li>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
