import { Trans } from "@lingui/react/macro";
import { useShop } from "../../http/shop.ts";

/** Says who the seller is, where that is not the shop. Needed wherever a price is offered, and beside the terms. */
export function SoldThroughLink({ className }: { className?: string | undefined }) {
  if (!useShop()?.soldByLink) return null;
  return (
    <p className={className}>
      <Trans>Sold through Link, which is the seller and sends the receipt and the invoice.</Trans>
    </p>
  );
}
