import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import { formatMoney } from "../money.ts";
import type { SessionRow } from "../store/rows.ts";
import { labeledField } from "./fields.ts";

/** Renders the discount or the promotion code field. It is a separate form, so that Enter in the other one pays. */
export function promotionSection(
  account: Account,
  session: SessionRow,
  problem: string | null,
): Html | string {
  const [discount] = session.discounts ?? [];
  if (discount) return discountLine(account, session);
  if (!session.allow_promotion_codes) return "";
  return html`<form
    method="post"
    action="/checkout/${session.id}"
    class="promotion"
    novalidate
    aria-label="Promotion code"
  >
    ${labeledField({ id: "promotion", label: "Promotion code", value: "" }, problem ? { promotion: problem } : {})}
    <button name="action" value="promotion">Apply</button>
  </form>`;
}

function discountLine(account: Account, session: SessionRow): Html {
  const [{ coupon: couponId, promotion_code: codeId } = {}] = session.discounts ?? [];
  const coupon = account.get("coupon", couponId as string);
  const code = codeId ? account.get("promotion_code", codeId as string).code : null;
  const size =
    coupon.percent_off === null
      ? `${formatMoney(coupon.amount_off!, coupon.currency!)} off`
      : `${coupon.percent_off}% off`;
  const discountAmount = session.total_details?.amount_discount ?? 0;
  return html`<hr />
    <p class="between">
      <span
        ><span class="name">${code ?? coupon.name ?? "Discount"}</span>
        <span class="soft small block">${size}</span></span
      >
      <span class="amount">−${formatMoney(discountAmount, session.currency!)}</span>
    </p>
    ${
      session.allow_promotion_codes &&
      html`<form method="post" action="/checkout/${session.id}">
        <button name="action" value="remove-promotion">Remove ${code}</button>
      </form>`
    }`;
}
