import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import type { LibraryEntry as Entry } from "./queries.ts";

/** Orders that nothing was paid for, or not yet. */
const neverPaid: readonly Entry["access"]["reason"][] = ["order_processing", "order_failed"];

/** Leads to the order or subscription in billing. Gifts and what was never paid have no receipt. */
export function BillingLink({ entry: { id, source, product, access, price } }: { entry: Entry }) {
  const { t } = useLingui();
  const name = product.name;
  switch (source) {
    case "order":
      if (price?.amountMinor === 0 || neverPaid.includes(access.reason)) return null;
      return <Link href={paths.billingRow(id)} aria-label={t`Receipt: ${name}`}>{t`Receipt`}</Link>;
    case "subscription":
      return (
        <Link href={paths.billingRow(id)} aria-label={t`Manage: ${name}`}>
          {t({ message: `Manage`, comment: "Verb: the link to a subscription in billing" })}
        </Link>
      );
    case "gift":
      return null;
  }
}
