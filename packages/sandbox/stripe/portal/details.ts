import { html } from "hono/html";
import type Stripe from "stripe";
import {
  getProblemSummaryId,
  labeledField,
  problemSummary,
  type Problems,
} from "../checkout/fields.ts";
import { listTaxIds, parseTaxId, replaceTaxIds } from "../tax/tax-ids.ts";
import { renderPortalPage } from "./portal-page.ts";
import type { PortalVisit } from "./portal-visit.ts";

type Update = "name" | "email" | "address" | "tax_id";

const addressFields = [
  { id: "line1", label: "Street and number", autocomplete: "address-line1" },
  { id: "postal_code", label: "Postal code", autocomplete: "postal-code" },
  { id: "city", label: "City", autocomplete: "address-level2" },
  { id: "country", label: "Country", autocomplete: "country" },
] as const;

/** The form's values by field. Empty means that there is none. */
export type DetailsFormValues = Record<
  "name" | "email" | "tax_id" | (typeof addressFields)[number]["id"],
  string
>;

/** Returns whether the customer may change this detail here. */
export function canUpdate({ configuration }: PortalVisit, update: Update): boolean {
  const { enabled, allowed_updates: allowed } = configuration.features.customer_update;
  return enabled && allowed.includes(update);
}

/** Returns the saved details. */
export function getSavedDetails({ account, customer }: PortalVisit): DetailsFormValues {
  const { line1, postal_code, city, country } = customer.address ?? {};
  return {
    name: customer.name ?? "",
    email: customer.email ?? "",
    line1: line1 ?? "",
    postal_code: postal_code ?? "",
    city: city ?? "",
    country: country ?? "",
    tax_id: listTaxIds(account, customer.id)[0]?.value ?? "",
  };
}

export function readDetailsForm(form: URLSearchParams, saved: DetailsFormValues) {
  return Object.fromEntries(
    Object.entries(saved).map(([name, value]) => [name, form.get(name)?.trim() ?? value]),
  ) as DetailsFormValues;
}

/** Returns the problems of the submitted values; empty if there are none. */
export function validateDetails(visit: PortalVisit, typed: DetailsFormValues): Problems {
  return {
    ...(canUpdate(visit, "address") &&
      !/^[A-Z]{2}$/.test(typed.country) && { country: "Enter a country by its two letters." }),
    ...(canUpdate(visit, "tax_id") &&
      typed.tax_id !== "" &&
      parseTaxId(typed.tax_id) === null && { tax_id: "Your VAT ID is invalid." }),
  };
}

/** Saves the details that the configuration allows, and emits the events of Stripe. */
export function saveDetails(visit: PortalVisit, typed: DetailsFormValues): void {
  const { account, customer } = visit;
  const { line1, postal_code, city, country } = typed;
  const address: Stripe.Address = {
    city: city || null,
    country,
    line1: line1 || null,
    line2: customer.address?.line2 ?? null,
    postal_code: postal_code || null,
    state: customer.address?.country === country ? (customer.address.state ?? null) : null,
  };
  account.update(
    "customer",
    customer.id,
    {
      ...(canUpdate(visit, "name") && { name: typed.name || null }),
      ...(canUpdate(visit, "email") && { email: typed.email || null }),
      ...(canUpdate(visit, "address") && { address }),
    },
    "customer.updated",
  );
  if (canUpdate(visit, "tax_id")) replaceTaxIds(account, customer.id, typed.tax_id || null);
}

/** Shows the form to change the details that are printed on later invoices. */
export function detailsPage(
  visit: PortalVisit,
  { typed, problems }: { typed: DetailsFormValues; problems: Problems },
): Promise<Response> {
  const field = (id: keyof DetailsFormValues, label: string, autocomplete: string) =>
    labeledField({ id, label, value: typed[id], autocomplete }, problems);
  return renderPortalPage(
    visit,
    "Billing information",
    html`<form
      class="card stack"
      method="post"
      action="/portal/${visit.session.id}/details"
      novalidate
      aria-labelledby="title"
      aria-describedby="${getProblemSummaryId(problems, null)}"
    >
      <h1 id="title">Billing information</h1>
      ${problemSummary(problems, null)} ${canUpdate(visit, "name") && field("name", "Name", "name")}
      ${canUpdate(visit, "email") && field("email", "Email", "email")}
      ${canUpdate(visit, "address") && addressFields.map(({ id, label, autocomplete }) => field(id, label, autocomplete))}
      ${canUpdate(visit, "tax_id") && field("tax_id", "VAT ID", "off")}
      <button class="primary wide" name="action" value="save">Save</button>
      <p><a href="/portal/${visit.session.id}">Cancel</a></p>
    </form>`,
  );
}
