import { useState } from "react";
import { useReturnFocus } from "../frame/use-restore-focus.ts";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { useProductChange, type EditedPrice, type EditedProduct } from "./editor-queries.ts";
import styles from "./editor.module.css";
import { PriceForm } from "./price-form.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";

/** A product's prices, those that are not offered too, and the way to another one. */
export function ProductPrices({ product }: { product: EditedProduct }) {
  const [isAdding, setIsAdding] = useState(product.prices.length === 0);
  const [wasAsked, setWasAsked] = useState(false);
  const add = useReturnFocus(isAdding);
  const offered = product.prices.filter(({ active }) => active);
  const others = product.prices.filter(({ active }) => !active);
  return (
    <>
      {product.prices.length > 0 && (
        <ul className={rows.rows}>
          {[...offered, ...others].map((price) => (
            <PriceRow key={price.id} price={price} isForSale={product.status === "published"} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <PriceForm
          productId={product.id}
          takesFocus={wasAsked}
          onClose={() => setIsAdding(false)}
        />
      ) : (
        <div>
          <Button
            ref={add}
            onClick={() => {
              setWasAsked(true);
              setIsAdding(true);
            }}
          >
            Add a price
          </Button>
        </div>
      )}
    </>
  );
}

function PriceRow({ price, isForSale }: { price: EditedPrice; isForSale: boolean }) {
  const { id, productId, active } = price;
  const offer = useProductChange((active: boolean) =>
    read(
      api.admin.products[":id"].prices[":priceId"].$put({
        param: { id: productId, priceId: id },
        json: { active },
      }),
    ),
  );
  const rate = describeRate(price);
  return (
    <li>
      <div className={rows.main}>
        <span className={rows.name}>{rate}</span>
        <span className={rows.detail}>{describePrice(price, isForSale)}</span>
        {offer.isError && <ErrorNotice error={offer.error} />}
      </div>
      <Button
        kind="plain"
        busy={offer.isPending}
        aria-label={active ? `Archive the price ${rate}` : `Offer the price ${rate}`}
        onClick={() => offer.mutate(!active)}
      >
        <span className={styles.small}>{active ? "Archive" : "Offer it"}</span>
      </Button>
    </li>
  );
}

/** What else is to say of a price: currency, trial, and whether it is offered. */
function describePrice(
  { currency, trialDays, active, stripePriceId, type }: EditedPrice,
  isForSale: boolean,
): string {
  const parts = [currency.toUpperCase(), type === "recurring" ? "subscription" : "paid once"];
  if (trialDays > 0) parts.push(`${trialDays} days free`);
  if (!active) parts.push("not offered");
  else if (isForSale && stripePriceId === null) parts.push("for sale once Stripe knows it");
  return parts.join(" · ");
}
