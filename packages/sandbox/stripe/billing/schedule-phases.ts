import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";

type Phase = Stripe.SubscriptionSchedule.Phase;

/** A phase as it is given: its items from the end of the phase before until its own end. */
export interface PhaseParams {
  items: { price: string; quantity?: number | undefined }[];
  /** Unix seconds, as the end. */
  start_date?: number | undefined;
  end_date?: number | undefined;
  proration_behavior?: "always_invoice" | "create_prorations" | "none" | undefined;
}

/**
 * Returns the phases of a schedule, the current one first.
 * @throws ApiError for a gap between phases, another start of the current one, or an unknown price
 */
export function toPhases(
  account: Account,
  currency: string,
  { current_phase: current }: Stripe.SubscriptionSchedule,
  given: PhaseParams[],
): Phase[] {
  if (given.length === 0)
    throw invalidRequestError("A schedule must have at least one phase.", { param: "phases" });
  const phases: Phase[] = [];
  for (const [index, { items, start_date: from, end_date: until, ...rest }] of given.entries()) {
    const start = phases.at(-1)?.end_date ?? current!.start_date;
    if (from !== undefined && from !== start)
      throw invalidRequestError(
        index === 0
          ? "You can not modify the start date of the current phase."
          : "The start date of a phase must be the end date of the phase before.",
        { param: `phases[${index}][start_date]` },
      );
    const end = until ?? (index === 0 ? current!.end_date : undefined);
    if (end === undefined || end <= start)
      throw invalidRequestError("The end date of a phase must be after its start date.", {
        param: `phases[${index}][end_date]`,
      });
    for (const [item, { price }] of items.entries())
      account.get("price", price, `phases[${index}][items][${item}][price]`);
    const proration = rest.proration_behavior ?? "create_prorations";
    phases.push(buildPhase(currency, { items, start, end, proration }));
  }
  return phases;
}

export const noInvoiceSettings = {
  account_tax_ids: null,
  custom_fields: null,
  days_until_due: null,
  description: null,
  footer: null,
};

export function buildPhase(
  currency: string,
  phase: { items: PhaseParams["items"]; start: number; end: number; proration: string },
): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: phase.end,
    invoice_settings: null,
    items: phase.items.map(({ price, quantity = 1 }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: {},
    on_behalf_of: null,
    proration_behavior: phase.proration,
    start_date: phase.start,
    transfer_data: null,
    trial_end: null,
  };
}
