import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Price } from "../http/shop.ts";
import { BuyForm } from "../shop/storefront/buy-panel.tsx";
import { usePriceSelection } from "../shop/storefront/use-price-selection.ts";
import { Notice } from "../ui/notice.tsx";

/** The form to buy a product as buyers will see it. It buys nothing, and says so when it is used. */
export function PreviewBuyPanel({
  prices,
  isForSale,
}: {
  prices: [Price, ...Price[]];
  isForSale: boolean;
}) {
  const { t } = useLingui();
  const choice = usePriceSelection(prices, null);
  const [hasTried, setHasTried] = useState(false);
  return (
    <BuyForm
      prices={prices}
      choice={choice}
      trialAvailable
      busy={false}
      notice={
        hasTried && (
          <Notice tone="info" title={t`You can’t buy in the preview.`}>
            <p>
              {isForSale
                ? t`Open the product in the shop to buy it.`
                : t`When the product is published, this button opens the checkout.`}
            </p>
          </Notice>
        )
      }
      onBuy={(event) => {
        event.preventDefault();
        setHasTried(true);
      }}
    />
  );
}
