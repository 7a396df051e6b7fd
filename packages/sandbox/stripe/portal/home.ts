import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import { describeLine } from "../billing/describe-line.ts";
import { formatMoney } from "../money.ts";
import { isOngoing } from "../billing/subscription-status.ts";
import { listSubscriptionItems } from "../billing/subscription-items.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { getSavedDetails } from "./details.ts";
import { formatDay, renderPortalPage } from "./portal-page.ts";
import type { PortalVisit } from "./portal-visit.ts";

/** Shows the customer's subscriptions, payment method and invoices. */
export function homePage(visit: PortalVisit, { done }: { done: boolean }): Promise<Response> {
  const { account, customer, configuration } = visit;
  const { headline } = configuration.business_profile;
  const subscriptions = account.objects
    .findAll("subscription", [{ field: "customer", equals: customer.id }])
    .filter((row) => isOngoing(row) && row.status !== "incomplete")
    .toReversed();
  return renderPortalPage(
    visit,
    "Billing",
    html`<div class="stack tight">
        <h1>${headline ?? "Manage your billing"}</h1>
        <p class="soft">${customer.name ?? customer.email}</p>
      </div>
      ${done && html`<p class="good-note" role="status">Your changes have been saved.</p>`}
      ${section(
        "subscriptions",
        "Subscriptions",
        subscriptions.length === 0
          ? html`<p class="soft">You have no subscription.</p>`
          : html`<ul class="plain rows">
              ${subscriptions.map((row) => subscriptionListItem(visit, row))}
            </ul>`,
      )}
      ${methodSection(visit)}
      ${configuration.features.customer_update.enabled && detailsSection(visit)}
      ${configuration.features.invoice_history.enabled && invoiceSection(visit)}`,
  );
}

function subscriptionListItem(
  { account, session, configuration }: PortalVisit,
  subscription: SubscriptionRow,
): Html {
  const base = `/portal/${session.id}/subscriptions/${subscription.id}`;
  const items = listSubscriptionItems(account, subscription.id);
  const names = items.map((item) =>
    describeLine(account, account.get("price", item.price), item.quantity ?? 1),
  );
  return html`<li>
    <span class="what">
      <b>${names.join(", ")}</b>
      <span class="soft small block"
        >${statusText(subscription, items[0]!.current_period_end)}</span
      >
    </span>
    ${
      // What a schedule manages, Stripe's pages leave to the seller.
      subscription.schedule !== null
        ? null
        : subscription.cancel_at !== null
          ? html`<form method="post" action="${base}/keep">
              <button aria-label="Don't cancel ${names[0]}">Don't cancel</button>
            </form>`
          : configuration.features.subscription_cancel.enabled &&
            html`<a class="button" href="${base}/cancel" aria-label="Cancel plan ${names[0]}"
              >Cancel plan</a
            >`
    }
  </li>`;
}

function statusText(subscription: SubscriptionRow, periodEnd: number): string {
  if (subscription.cancel_at !== null) return `Ends on ${formatDay(subscription.cancel_at)}`;
  switch (subscription.status) {
    case "trialing":
      return `Trial until ${formatDay(subscription.trial_end!)}`;
    case "past_due":
    case "unpaid":
      return "The last payment failed";
    case "paused":
      return "Paused";
    default:
      return subscription.pause_collection
        ? "Payments are paused"
        : `Renews on ${formatDay(periodEnd)}`;
  }
}

function methodSection({ account, session, customer, configuration }: PortalVisit): Html {
  const id = customer.invoice_settings.default_payment_method as string | null;
  const own = account.objects
    .findAll("subscription", [{ field: "customer", equals: customer.id }])
    .find((row) => isOngoing(row) && row.default_payment_method)?.default_payment_method;
  const method = account.objects.find("payment_method", id ?? ((own ?? "") as string));
  const { card, sepa_debit: debit } = method ?? {};
  return section(
    "method",
    "Payment method",
    html`<ul class="plain rows">
      <li>
        <span class="what">
          ${
            card
              ? html`Card ending in <b>${card.last4}</b>
                  <span class="soft small block"
                    >Expires ${String(card.exp_month).padStart(2, "0")}/${card.exp_year}</span
                  >`
              : debit
                ? html`Bank account ending in <b>${debit.last4}</b>`
                : html`<span class="soft">None</span>`
          }
        </span>
        ${
          configuration.features.payment_method_update.enabled &&
          html`<a class="button" href="/portal/${session.id}/card"
            >${method ? "Change card" : "Add a card"}</a
          >`
        }
      </li>
    </ul>`,
  );
}

function detailsSection(visit: PortalVisit): Html {
  const { name, line1, postal_code: code, city, country, tax_id: taxId } = getSavedDetails(visit);
  const place = [line1, [code, city].filter(Boolean).join(" "), country].filter(Boolean).join(", ");
  return section(
    "details",
    "Billing information",
    html`<ul class="plain rows">
      <li>
        <span class="what">
          ${name || "No name"}
          <span class="soft small block">${place || "No address"}</span>
          ${taxId && html`<span class="soft small block">VAT ID ${taxId}</span>`}
        </span>
        <a class="button" href="/portal/${visit.session.id}/details">Update information</a>
      </li>
    </ul>`,
  );
}

function invoiceSection({ account, customer }: PortalVisit): Html {
  const { rows } = account.objects.findPage(
    "invoice",
    [{ field: "customer", equals: customer.id }],
    {
      limit: 24,
      order: "newest first",
    },
  );
  const sent = rows.filter(({ status }) => status !== "draft" && status !== "void");
  return section(
    "invoices",
    "Invoices",
    sent.length === 0
      ? html`<p class="soft">None yet.</p>`
      : html`<ul class="plain rows">
          ${sent.map(
            (invoice) =>
              html`<li>
                <span class="what">
                  <a href="${invoice.hosted_invoice_url}">${invoice.number}</a>
                  <span class="soft small block">${formatDay(invoice.created)}</span>
                </span>
                <span class="row">
                  <span class="amount">${formatMoney(invoice.amount_due, invoice.currency)}</span>
                  <span class="badge ${invoice.status === "paid" ? "good" : "bad"}"
                    >${invoice.status}</span
                  >
                </span>
              </li>`,
          )}
        </ul>`,
  );
}

function section(id: string, title: string, content: Html): Html {
  return html`<section class="card stack" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}
