import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DescriptionList } from "../frame/console-page.tsx";
import { codePaths } from "../frame/console-paths.ts";
import type { Discount } from "./discount-copy.ts";

/** How many purchases were made with a code. Opens what they brought, and leads to them. */
export function CodeSales({ discount }: { discount: Discount }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const { code, sales } = discount;
  const count = sales.orders + sales.subscriptions;
  const { number } = useFormats();
  if (count === 0) return number(0);
  return (
    <>
      <Button kind="plain" aria-label={t`Sales with ${code}`} onClick={() => setIsOpen(true)}>
        {sales.isMore ? t`More than ${number(count)}` : number(count)}
      </Button>
      {isOpen && <SalesDialog discount={discount} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SalesDialog({ discount, onClose }: { discount: Discount; onClose: () => void }) {
  const { t } = useLingui();
  const { list, money, number } = useFormats();
  const { id, code, sales, timesRedeemed } = discount;
  const { orders, subscriptions, totals, isMore } = sales;
  const write = (field: "paidMinor" | "refundedMinor" | "discountMinor") =>
    totals !== null && list(totals.map((total) => money(total[field], total.currency, "exact")));
  const unknown = timesRedeemed - orders - subscriptions;
  return (
    <Dialog
      title={t`Sales with ${code}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <DescriptionList
        items={{
          [t`Orders`]: orders > 0 && (
            <Link href={codePaths.orders(id)}>
              {t`${plural(orders, { one: "# order", other: "# orders" })}`}
            </Link>
          ),
          [t`Subscriptions`]: subscriptions > 0 && (
            <Link href={codePaths.subscriptions(id)}>
              {t`${plural(subscriptions, { one: "# subscription", other: "# subscriptions" })}`}
            </Link>
          ),
          [t`Paid`]: write("paidMinor"),
          [t`Refunded`]:
            totals?.some(({ refundedMinor }) => refundedMinor > 0) && write("refundedMinor"),
          [t`Discounts given`]: write("discountMinor"),
        }}
      />
      {isMore && (
        <p>{t`There are more purchases than are added up here. Export the list to add them up.`}</p>
      )}
      {subscriptions > 0 && !isMore && (
        <p>
          <Trans>
            Paid includes renewals. Of a subscription, only the discount on the first payment is
            counted.
          </Trans>
        </p>
      )}
      {unknown > 0 && !isMore && (
        <p>
          {t`Stripe counts ${number(timesRedeemed)} redemptions. Older purchases appear here once their customers are synced with Stripe again.`}
        </p>
      )}
    </Dialog>
  );
}
