import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { RowAction } from "../frame/row-action.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { PriceLinks } from "../link-parts/price-link.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field/fields.tsx";
import rows from "../../ui/row-list.module.css";
import type { EditablePrice, EditableProduct } from "./editor-queries.ts";
import styles from "./editor-rows.module.css";
import shapes from "../frame/shapes.module.css";
import { PriceFields } from "./price-fields.tsx";
import { createPriceValues, hasOtherTerms, type PriceValues } from "./price-values.ts";
import type { ProductForm, ProductPart } from "./use-product-form.ts";

/** A product's prices. New ones are typed right here; archived ones are below. */
export function PriceRows({ product, form }: ProductPart) {
  const { t, i18n } = useLingui();
  const { prices } = form.values;
  const [addedKey, setAddedKey] = useState<string | null>(null);
  const findSaved = (key: string) => product?.prices.find(({ id }) => id === key);
  const wasArchived = ({ key, active }: PriceValues) => !active && findSaved(key)?.active === false;
  const shown = prices.filter((price) => !wasArchived(price));
  const archived = prices.filter(wasArchived);
  const change = (key: string, changes: Partial<PriceValues>) =>
    form.setValues(
      { prices: prices.map((each) => (each.key === key ? { ...each, ...changes } : each)) },
      ["prices", ...Object.keys(changes).map((name) => `prices.${key}.${name}`)],
    );
  const add = () => {
    const key = `new-${crypto.randomUUID()}`;
    const last = prices.findLast(({ active }) => active);
    form.setValues({ prices: [...prices, createPriceValues(key, last)] }, []);
    setAddedKey(key);
  };
  const remove = (key: string) =>
    form.setValues({ prices: prices.filter((each) => each.key !== key) }, [`prices.${key}`]);
  const error = form.getFieldError("prices");
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles.rows} aria-label={t`Prices`}>
          {shown.map((price) => (
            <PriceRow
              key={price.key}
              price={price}
              saved={findSaved(price.key)}
              product={product}
              form={form}
              shouldFocus={price.key === addedKey}
              onChange={(changes) => change(price.key, changes)}
              onRemove={() => remove(price.key)}
            />
          ))}
        </ul>
      )}
      {error && <FieldError>{error}</FieldError>}
      <div>
        <Button aria-invalid={error === undefined ? undefined : true} onClick={add}>
          {t`Add price`}
        </Button>
      </div>
      {archived.length > 0 && (
        <details className={styles.archived}>
          <summary>
            <Plural
              value={{ count: archived.length }}
              one="# archived price"
              other="# archived prices"
            />
          </summary>
          <ul className={rows.rows}>
            {archived.map(({ key }) => (
              <PriceSummary
                key={key}
                price={findSaved(key)!}
                product={product}
                actions={
                  <RowAction
                    label={t`Restore`}
                    about={describeRate(i18n, findSaved(key)!)}
                    onClick={() => change(key, { active: true })}
                  />
                }
              />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function PriceRow({
  price,
  saved,
  product,
  form,
  shouldFocus,
  onChange,
  onRemove,
}: {
  price: PriceValues;
  /** Undefined for a new price. */
  saved: EditablePrice | undefined;
  product: EditableProduct | null;
  form: ProductForm;
  shouldFocus: boolean;
  onChange: (changes: Partial<PriceValues>) => void;
  onRemove: () => void;
}) {
  const { t, i18n } = useLingui();
  const [isOpened, setIsOpened] = useState(false);
  const { key, active } = price;
  const before = form.savedValues.prices.find((each) => each.key === key);
  const hasErrors = form.errors.some(({ path }) => path.startsWith(`prices.${key}.`));
  const isReplaced = saved !== undefined && before !== undefined && hasOtherTerms(price, before);
  if (!saved || !before)
    return (
      <li className={styles.row}>
        <PriceFields price={price} form={form} shouldFocus={shouldFocus} onChange={onChange} />
        <RowAction label={t`Remove`} about={t`new price`} onClick={onRemove} />
      </li>
    );
  const rate = describeRate(i18n, saved);
  const movePath = consolePaths.moveSubscribers(product?.id ?? "", saved.id);
  if (!active || !(isOpened || isReplaced || hasErrors))
    return (
      <PriceSummary
        price={saved}
        product={product}
        note={describeChange(i18n, active, saved.active, product)}
        actions={
          active === saved.active ? (
            <>
              {product?.status === "published" && active && saved.stripePriceId !== null && (
                <PriceLinks productId={product.id} priceId={saved.id} about={rate} />
              )}
              {saved.type === "recurring" && saved.stripePriceId !== null && (
                <MoveLink product={product} price={saved} />
              )}
              <RowAction label={t`Edit`} about={rate} onClick={() => setIsOpened(true)} />
              <RowAction
                label={product?.stripeProductId ? t`Archive` : t`Remove`}
                about={rate}
                onClick={() => onChange({ active: false })}
              />
            </>
          ) : (
            <RowAction
              label={t`Undo`}
              about={rate}
              onClick={() => onChange({ active: saved.active })}
            />
          )
        }
      />
    );
  return (
    <li className={styles.row}>
      <PriceFields price={price} form={form} shouldFocus={isOpened} onChange={onChange} />
      {isReplaced && product?.stripeProductId && (
        <p className={shapes.soft}>
          <Trans>
            Stripe doesn’t allow editing a price. Saving creates a new price and archives {rate}.
          </Trans>{" "}
          {saved.type === "recurring" && (
            <Trans>
              Subscribers keep their current price until you{" "}
              <Link href={movePath} className={shapes.small}>
                move them
              </Link>
              .
            </Trans>
          )}
        </p>
      )}
      <RowAction
        label={isReplaced ? t`Undo` : t`Close`}
        about={rate}
        onClick={() => {
          onChange(before);
          setIsOpened(false);
        }}
      />
    </li>
  );
}

function describeChange(
  i18n: I18n,
  active: boolean,
  wasActive: boolean,
  product: EditableProduct | null,
): string | undefined {
  if (active === wasActive) return undefined;
  if (active) return i18n._(msg`Restored when you save`);
  return product?.stripeProductId
    ? i18n._(msg`Archived when you save`)
    : i18n._(msg`Removed when you save`);
}

function PriceSummary({
  price,
  product,
  note,
  actions,
}: {
  price: EditablePrice;
  product: EditableProduct | null;
  note?: string | undefined;
  actions: ReactNode;
}) {
  const { i18n } = useLingui();
  return (
    <li className={styles.summary}>
      <div className={rows.main}>
        <span className={rows.name}>{describeRate(i18n, price)}</span>
        <span className={rows.detail}>{note ?? describePrice(i18n, price, product)}</span>
      </div>
      <div className={shapes.actions}>{actions}</div>
    </li>
  );
}

/** Describes a price's currency, trial, and whether it can be bought. */
function describePrice(
  i18n: I18n,
  { currency, trialDays, active, stripePriceId, type }: EditablePrice,
  product: EditableProduct | null,
): string {
  const parts = [
    currency.toUpperCase(),
    type === "recurring" ? i18n._(msg`Subscription`) : i18n._(msg`One-time`),
  ];
  if (trialDays > 0)
    parts.push(
      i18n._(msg`${plural(trialDays, { one: "#-day free trial", other: "#-day free trial" })}`),
    );
  if (active && product?.status === "published" && stripePriceId === null)
    parts.push(i18n._(msg`For sale after it is synced to Stripe`));
  return parts.join(" · ");
}

function MoveLink({ product, price }: { product: EditableProduct | null; price: EditablePrice }) {
  const { t, i18n } = useLingui();
  const rate = describeRate(i18n, price);
  return (
    <Link
      href={consolePaths.moveSubscribers(product?.id ?? "", price.id)}
      className={shapes.small}
      aria-label={t`Move subscribers at ${rate}`}
    >
      {t`Move subscribers`}
    </Link>
  );
}
