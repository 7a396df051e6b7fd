import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { formatMoney } from "../money.ts";
import { computeDiscountAmounts } from "../discounts/amounts.ts";
import type { PriceRow, SessionRow } from "../store/rows.ts";
import { listSessionLines } from "./session-lines.ts";
import { promotionSection } from "./promotion-form.ts";
import { getShownTax } from "./session-tax.ts";
import { computeShownTotals } from "./totals.ts";
import { computeLineTax, getTaxOnTop, type TaxedCustomer } from "../tax/compute-tax.ts";
import { hasTrial } from "./pay-checkout-session.ts";

/**
 * Renders the left side of the page: the lines, the total and the renewal.
 * @param problem why a promotion code was refused
 */
export function orderSummary(
  account: Account,
  session: SessionRow,
  problem: string | null = null,
): Html {
  const currency = session.currency!;
  // The page shows the total at the address that it fills in.
  const customer = getShownTax(account, session);
  const { total, tax, subtotal, discount } = computeShownTotals(account, session);
  if (session.mode === "setup") return setupSummary();
  const lines = listSessionLines(account, session.id);
  const recurring = lines.find(({ price }) => price.recurring);
  const renewal = lines
    .filter(({ price }) => price.recurring)
    .reduce(
      (sum, { row, price }) => sum + Number(price.unit_amount_decimal) * (row.quantity ?? 1),
      0,
    );
  return html`<section class="stack" aria-labelledby="summary">
    <div class="stack tight">
      <h1 id="summary" class="soft heading">
        ${summaryHeading(account, session, lines.length, recurring !== undefined)}
      </h1>
      <p class="big amount">
        ${total === 0 && hasTrial(session) ? trialLength(account, session) : formatMoney(total, currency)}
      </p>
      ${recurring && html`<p class="soft">${renewalText(account, session, addTaxOnTop(account, recurring.price, applyRecurringDiscount(account, session, renewal), customer), recurring.price)}</p>`}
    </div>
    <ul class="plain stack">
      ${lines.map(({ row, price }) => {
        const product = account.objects.find("product", price.product as string);
        const [image] = product?.images ?? [];
        return html`<li class="line">
          ${image && html`<img src="${image}" alt="" width="56" height="56" />`}
          <span class="grow">
            <span class="name">${row.description}</span>
            ${product?.description && html`<span class="soft small block">${product.description}</span>`}
            <span class="soft small block">${linePriceText(price, row.quantity ?? 1)}</span>
          </span>
          <span class="amount">${formatMoney(row.amount_subtotal, currency)}</span>
        </li>`;
      })}
    </ul>
    ${promotionSection(account, session, problem)}
    <hr />
    ${
      customer &&
      html`<p class="between">
          <span class="soft">Subtotal</span
          ><span class="amount">${formatMoney(subtotal, currency)}</span>
        </p>
        <p class="between">
          <span class="soft">${subtotal - discount + tax === total ? "Tax" : "Tax (included)"}</span
          ><span class="amount">${formatMoney(tax, currency)}</span>
        </p>`
    }
    <p class="between total">
      <span>Total due today</span><span class="amount">${formatMoney(total, currency)}</span>
    </p>
  </section>`;
}

function setupSummary(): Html {
  return html`<section class="stack" aria-labelledby="summary">
    <h1 id="summary" class="big">Save a card</h1>
    <p class="soft">Nothing is charged now. The card is kept for later payments.</p>
  </section>`;
}

function summaryHeading(
  account: Account,
  session: SessionRow,
  count: number,
  recurring: boolean,
): string {
  const [first] = listSessionLines(account, session.id);
  const name = count > 1 ? `${count} items` : (first?.row.description ?? "");
  if (!recurring) return session.amount_total === 0 ? `Get ${name}` : `Pay for ${name}`;
  return hasTrial(session) ? `Try ${name}` : `Subscribe to ${name}`;
}

/** Returns when a trial that starts now would end, in unix seconds. */
function trialEnd(account: Account, { _private: { subscription_data: data } }: SessionRow): number {
  return data?.trial_end ?? account.clock.now() + (data?.trial_period_days ?? 0) * 86_400;
}

function trialLength(account: Account, session: SessionRow): string {
  const days = Math.ceil((trialEnd(account, session) - account.clock.now()) / 86_400);
  return days === 1 ? "1 day free" : `${days} days free`;
}

/** Returns the renewal amount after a discount with duration `forever`. */
function applyRecurringDiscount(account: Account, session: SessionRow, renewal: number): number {
  const [discount] = session.discounts ?? [];
  const coupon = discount && account.get("coupon", discount.coupon as string);
  if (coupon?.duration !== "forever") return renewal;
  return renewal - computeDiscountAmounts(coupon, [renewal], session.currency!)[0]!;
}

function addTaxOnTop(
  account: Account,
  price: PriceRow,
  amount: number,
  customer: TaxedCustomer | null,
): number {
  return amount + getTaxOnTop(customer && computeLineTax(account, price, amount, customer));
}

function renewalText(
  account: Account,
  session: SessionRow,
  amount: number,
  price: PriceRow,
): string {
  const rate = `${formatMoney(amount, price.currency)} ${intervalText(price)}`;
  if (!hasTrial(session)) return `Then ${rate} until canceled`;
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    trialEnd(account, session) * 1000,
  );
  return `Then ${rate}, starting ${day}`;
}

function linePriceText(price: PriceRow, quantity: number): string {
  const parts = [
    quantity > 1
      ? `${quantity} × ${formatMoney(Number(price.unit_amount_decimal), price.currency)}`
      : "",
    price.recurring
      ? `Billed ${intervalAdverbs[price.recurring.interval_count === 1 ? price.recurring.interval : ""] ?? intervalText(price)}`
      : "",
  ];
  return parts.filter(Boolean).join(", ");
}

const intervalAdverbs: Record<string, string> = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  year: "yearly",
};

function intervalText({ recurring }: PriceRow): string {
  if (!recurring) return "";
  return recurring.interval_count === 1
    ? `per ${recurring.interval}`
    : `every ${recurring.interval_count} ${recurring.interval}s`;
}
