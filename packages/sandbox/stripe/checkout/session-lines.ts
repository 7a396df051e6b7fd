import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { createPrice } from "../catalog/create-price.ts";
import { createProduct } from "../catalog/create-product.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { mergeMetadata, omitUndefined } from "../protocol/params.ts";
import type { ItemRow, PriceRow } from "../store/rows.ts";
import type { LineParams } from "./params.ts";

/** One line of a new session. `amount` is what is due now for the whole quantity, in minor units. */
export interface CheckoutLine {
  price: PriceRow;
  quantity: number;
  amount: number;
  description: string;
  adjustable: { enabled: boolean; minimum: number; maximum: number } | null;
  metadata: Stripe.Metadata;
}

/** Resolves the requested lines. @throws ApiError 400 unless all prices are active and in one currency */
export function resolveLines(
  account: Account,
  params: LineParams[],
  { trial }: { trial: boolean },
): CheckoutLine[] {
  const lines = params.map((line, index): CheckoutLine => {
    const paramPath = `line_items[${index}]`;
    if (!line.price === !line.price_data) {
      throw invalidRequestError(
        `You must specify either \`price\` or \`price_data\` for each line item.`,
        {
          param: paramPath,
        },
      );
    }
    const price = line.price
      ? getActivePrice(account, line.price, `${paramPath}[price]`)
      : createInlinePrice(account, line.price_data!, paramPath);
    const quantity = line.quantity ?? (price.custom_unit_amount ? 1 : undefined);
    if (quantity === undefined)
      throw invalidRequestError("Quantity is required. Add `quantity` to `" + paramPath + "`", {
        param: `${paramPath}[quantity]`,
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
      amount: getAmountDueNow(price, quantity, { trial }),
      description: product.name,
      adjustable,
      metadata: mergeMetadata({}, line.metadata),
    };
  });
  const currencies = new Set(lines.map(({ price }) => price.currency));
  if (currencies.size > 1)
    throw invalidRequestError("All prices on a Checkout Session must have the same currency.", {
      param: "line_items",
    });
  if (lines.length > 1 && lines.some(({ price }) => price.custom_unit_amount)) {
    throw invalidRequestError("A price with `custom_unit_amount` must be the only line item.", {
      param: "line_items",
    });
  }
  return lines;
}

/** Returns what is due now for a line, in minor units: 0 for a recurring price that starts with a trial. */
export function getAmountDueNow(
  price: PriceRow,
  quantity: number,
  { trial, chosen }: { trial: boolean; chosen?: number | undefined },
): number {
  if (trial && price.recurring) return 0;
  if (price.custom_unit_amount) return chosen ?? price.custom_unit_amount.preset ?? 0;
  return Math.round(Number(price.unit_amount_decimal) * quantity);
}

/** A stored line of a session, with its current price. */
export interface SessionLine {
  row: ItemRow;
  price: PriceRow;
}

/** Returns the lines of a session. */
export function listSessionLines(account: Account, session: string): SessionLine[] {
  return account.objects
    .findAll("item", [{ field: "_session", equals: session }])
    .map((row) => ({ row, price: account.get("price", row.price) }));
}

/** Stores the lines of a session. */
export function createSessionLines(account: Account, session: string, lines: CheckoutLine[]): void {
  for (const { price, quantity, amount, description, adjustable, metadata } of lines) {
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
      metadata,
      price: price.id,
      quantity,
      _session: session,
    });
  }
}

function getActivePrice(account: Account, id: string, param: string): PriceRow {
  const price = account.get("price", id, param);
  const product = account.get("product", price.product as string);
  if (!price.active)
    throw invalidRequestError(
      "The price specified is inactive. This field only accepts active prices.",
      {
        param,
      },
    );
  if (!product.active)
    throw invalidRequestError(
      "The product of the price specified is inactive. This field only accepts prices of active products.",
      { param },
    );
  return price;
}

/** Creates an inline price and product. They are inactive, so no other session can use them. */
function createInlinePrice(
  account: Account,
  data: NonNullable<LineParams["price_data"]>,
  paramPath: string,
): PriceRow {
  const { product, product_data: productData, ...fields } = data;
  if (!product === !productData) {
    throw invalidRequestError(
      "You must specify either `product` or `product_data` in `price_data`.",
      {
        param: `${paramPath}[price_data][product]`,
      },
    );
  }
  if (product) account.get("product", product, `${paramPath}[price_data][product]`);
  const owner =
    product ??
    createProduct(account, {
      ...omitUndefined(productData!),
      name: productData!.name,
      metadata: mergeMetadata({}, productData!.metadata),
      active: false,
    }).id;
  return createPrice(account, owner, { ...fields, active: false });
}
