import { useState } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { useRestoreFocus } from "../frame/use-restore-focus.ts";
import { api, read } from "../../http/client.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { useProductChange, type EditablePrice, type EditableProduct } from "./editor-queries.ts";
import styles from "./editor.module.css";
import { PriceForm } from "./price-form.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";

/** A product's prices, including archived ones, and a form for a new price. */
export function ProductPrices({ product }: { product: EditableProduct }) {
  const [isAdding, setIsAdding] = useState(product.prices.length === 0);
  const [wasOpenedByUser, setWasOpenedByUser] = useState(false);
  const addButton = useRestoreFocus(isAdding);
  const activePrices = product.prices.filter(({ active }) => active);
  const archivedPrices = product.prices.filter(({ active }) => !active);
  return (
    <>
      {product.prices.length > 0 && (
        <ul className={rows.rows}>
          {[...activePrices, ...archivedPrices].map((price) => (
            <PriceRow key={price.id} price={price} isForSale={product.status === "published"} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <PriceForm
          productId={product.id}
          shouldFocus={wasOpenedByUser}
          onClose={() => setIsAdding(false)}
        />
      ) : (
        <div>
          <Button
            ref={addButton}
            onClick={() => {
              setWasOpenedByUser(true);
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

function PriceRow({ price, isForSale }: { price: EditablePrice; isForSale: boolean }) {
  const { id, productId, active } = price;
  const setActive = useProductChange((active: boolean) =>
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
        <span className={rows.detail}>{describePriceDetails(price, isForSale)}</span>
        {setActive.isError && <ErrorNotice error={setActive.error} />}
      </div>
      <div className={styles.rowActions}>
        {price.type === "recurring" && (
          <Link
            href={consolePaths.moveSubscribers(productId, id)}
            className={styles.small}
            aria-label={`Move subscribers of the price ${rate}`}
          >
            Move subscribers
          </Link>
        )}
        <Button
          kind="plain"
          busy={setActive.isPending}
          aria-label={active ? `Archive the price ${rate}` : `Offer the price ${rate}`}
          onClick={() => setActive.mutate(!active)}
        >
          <span className={styles.small}>{active ? "Archive" : "Offer it"}</span>
        </Button>
      </div>
    </li>
  );
}

/** Describes a price's currency, trial, and whether it is offered. */
function describePriceDetails(
  { currency, trialDays, active, stripePriceId, type }: EditablePrice,
  isForSale: boolean,
): string {
  const parts = [currency.toUpperCase(), type === "recurring" ? "subscription" : "paid once"];
  if (trialDays > 0) parts.push(`${trialDays} days free`);
  if (!active) parts.push("not offered");
  else if (isForSale && stripePriceId === null) parts.push("for sale once Stripe knows it");
  return parts.join(" · ");
}
