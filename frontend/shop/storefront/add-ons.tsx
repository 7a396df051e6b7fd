import { useLingui } from "@lingui/react/macro";
import type { AddOn } from "../../http/shop.ts";
import { SellerText } from "../../ui/seller-text.tsx";
import { formatPriceAmount } from "../catalog/price-copy.ts";
import styles from "./add-ons.module.css";

/** What can be bought beside a product, to tick. A form sends the products as `with`. */
export function AddOns({
  offered,
  added,
  onToggle,
}: {
  offered: AddOn[];
  added: AddOn[];
  onToggle: (id: string, isChosen: boolean) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{t`Add to your order`}</legend>
      {offered.map((addOn) => (
        <label key={addOn.id} className={styles.row}>
          <input
            type="checkbox"
            name="with"
            value={addOn.id}
            checked={added.includes(addOn)}
            onChange={(event) => onToggle(addOn.id, event.target.checked)}
          />
          <span className={styles.text}>
            <SellerText lang={addOn.langs?.name} className={styles.name}>
              {addOn.name}
            </SellerText>
            {addOn.tagline !== "" && (
              <SellerText lang={addOn.langs?.tagline} className={styles.tagline}>
                {addOn.tagline}
              </SellerText>
            )}
          </span>
          <span className={styles.price}>{formatPriceAmount(i18n, addOn.price)}</span>
        </label>
      ))}
    </fieldset>
  );
}
