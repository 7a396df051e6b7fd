import type { Account } from "../account.ts";
import { makePrice } from "../catalog/create-price.ts";
import { makeProduct } from "../catalog/create-product.ts";
import { invalid } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { mergeMetadata, onlyGiven } from "../protocol/params.ts";
import type { ItemRow, PriceRow } from "../store/rows.ts";
import type { LineParams } from "./params.ts";

/** One line as bought: `amount` is due now, in minor units, for the whole quantity. */
export interface Line {
  price: PriceRow;
  quantity: number;
  amount: number;
  description: string;
  adjustable: { enabled: boolean; minimum: number; maximum: number } | null;
}

/** Resolves what the caller wants to sell; prices must be active and of one currency. */
export function resolveLines(
  account: Account,
  params: LineParams[],
  { trial }: { trial: boolean },
): Line[] {
  const lines = params.map((line, index): Line => {
    const at = `line_items[${index}]`;
    if (!line.price === !line.price_data) {
      throw invalid(`You must specify either \`price\` or \`price_data\` for each line item.`, {
        param: at,
      });
    }
    const price = line.price
      ? activePrice(account, line.price, `${at}[price]`)
      : inlinePrice(account, line.price_data!, at);
    const quantity = line.quantity ?? (price.custom_unit_amount ? 1 : undefined);
    if (quantity === undefined)
      throw invalid("Quantity is required. Add `quantity` to `" + at + "`", {
        param: `${at}[quantity]`,
      });
    const product = account.get("product", price.product as string);
    const adjustable = line.adjustable_quantity?.enabled
      ? {
          enabled: true,
          minimum: line.adjustable_quantity.minimum ?? 1,
          maximum: line.adjustable_quantity.maximum ?? 99,
        }
      : null;
    return {
      price,
      quantity,
      amount: dueNow(price, quantity, { trial }),
      description: product.name,
      adjustable,
    };
  });
  const currencies = new Set(lines.map(({ price }) => price.currency));
  if (currencies.size > 1)
    throw invalid("All prices on a Checkout Session must have the same currency.", {
      param: "line_items",
    });
  if (lines.length > 1 && lines.some(({ price }) => price.custom_unit_amount)) {
    throw invalid("A price with `custom_unit_amount` must be the only line item.", {
      param: "line_items",
    });
  }
  return lines;
}

/** What a line costs today: nothing for a recurring price that begins with a trial. */
export function dueNow(
  price: PriceRow,
  quantity: number,
  { trial, chosen }: { trial: boolean; chosen?: number | undefined },
): number {
  if (trial && price.recurring) return 0;
  if (price.custom_unit_amount) return chosen ?? price.custom_unit_amount.preset ?? 0;
  return Math.round(Number(price.unit_amount_decimal) * quantity);
}

/** A line of a session that exists, with its price of today. */
export interface SessionLine {
  row: ItemRow;
  price: PriceRow;
}

/** The lines of a session as they are now. */
export function readLines(account: Account, session: string): SessionLine[] {
  return account.objects
    .all("item", [{ field: "_session", equals: session }])
    .map((row) => ({ row, price: account.get("price", row.price) }));
}

/** Keeps the lines of a session. */
export function writeLines(account: Account, session: string, lines: Line[]): void {
  for (const { price, quantity, amount, description, adjustable } of lines) {
    account.create("item", {
      id: newId("item"),
      object: "item",
      adjustable_quantity: adjustable,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description,
      metadata: {},
      price: price.id,
      quantity,
      _session: session,
    });
  }
}

function activePrice(account: Account, id: string, param: string): PriceRow {
  const price = account.get("price", id, param);
  const product = account.get("product", price.product as string);
  if (!price.active)
    throw invalid("The price specified is inactive. This field only accepts active prices.", {
      param,
    });
  if (!product.active)
    throw invalid(
      "The product of the price specified is inactive. This field only accepts prices of active products.",
      { param },
    );
  return price;
}

/** Inline prices and products are real ones that nobody can pick again. */
function inlinePrice(
  account: Account,
  data: NonNullable<LineParams["price_data"]>,
  at: string,
): PriceRow {
  const { product, product_data: productData, ...fields } = data;
  if (!product === !productData) {
    throw invalid("You must specify either `product` or `product_data` in `price_data`.", {
      param: `${at}[price_data][product]`,
    });
  }
  if (product) account.get("product", product, `${at}[price_data][product]`);
  const owner =
    product ??
    makeProduct(account, {
      ...onlyGiven(productData!),
      name: productData!.name,
      metadata: mergeMetadata({}, productData!.metadata),
      active: false,
    }).id;
  return makePrice(account, owner, { ...fields, active: false });
}
