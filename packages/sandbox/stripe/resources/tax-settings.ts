import type Stripe from "stripe";
import { endpoint, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { resourceMissingError } from "../protocol/errors.ts";
import { listObjects, paginationParams } from "../protocol/list.ts";
import { newId } from "../protocol/ids.ts";
import {
  address,
  integer,
  noParams,
  omitUndefined,
  oneOf,
  schemaFor,
  text,
  unsettable,
} from "../protocol/params.ts";
import type { Rows } from "../store/rows.ts";
import { getRegistrationStatus, getTaxSettings, updateTaxSettings } from "../tax/tax-settings.ts";
import { taxRateId, taxRatePercent } from "../tax/compute-tax.ts";
import { z } from "zod";

const path = "/v1/tax/registrations";

const settingsParams = schemaFor<Stripe.Tax.SettingsUpdateParams>()({
  defaults: schemaFor<Stripe.Tax.SettingsUpdateParams.Defaults>()({
    tax_behavior: oneOf("exclusive", "inclusive", "inferred_by_currency").optional(),
    tax_code: text.optional(),
  }).optional(),
  head_office: schemaFor<Stripe.Tax.SettingsUpdateParams.HeadOffice>()({ address }).optional(),
});
const createParams = schemaFor<Stripe.Tax.RegistrationCreateParams>()({
  active_from: oneOf("now").or(integer),
  country: text.regex(/^[A-Z]{2}$/, "Country must be a two-letter code"),
  // What a country asks for differs in dozens of forms, and the rate here doesn't depend on it.
  country_options: z.record(z.string(), z.any()),
  expires_at: integer.optional(),
});
const updateParams = schemaFor<Stripe.Tax.RegistrationUpdateParams>()({
  active_from: oneOf("now").or(integer).optional(),
  expires_at: unsettable(oneOf("now").or(integer)).optional(),
});
const listParams = schemaFor<Stripe.Tax.RegistrationListParams>()({
  ...paginationParams,
  status: oneOf("active", "all", "expired", "scheduled").optional(),
});

/** The one rate of this stand-in. */
const taxRate: Stripe.TaxRate = {
  id: taxRateId,
  object: "tax_rate",
  active: false,
  country: null,
  created: 1_700_000_000,
  description: null,
  display_name: "VAT",
  effective_percentage: taxRatePercent,
  flat_amount: null,
  inclusive: false,
  jurisdiction: null,
  jurisdiction_level: null,
  livemode: false,
  metadata: null,
  percentage: taxRatePercent,
  rate_type: "percentage",
  state: null,
  tax_type: "vat",
};

/** Stripe Tax: its settings, and the countries where the account is registered, which decide whether tax is due. */
export const taxSettings: Feature = {
  objectTypes: [
    {
      type: "tax.registration",
      links: {},
      computeFields: (account: Account, row: Rows["tax.registration"]) => ({
        status: getRegistrationStatus(account, row),
      }),
    },
  ],
  endpoints: [
    endpoint("GET", "/v1/tax_rates/:id", noParams, (_account, _params, { id = "" }) => {
      if (id !== taxRateId) throw resourceMissingError("tax_rate", id);
      return taxRate;
    }),
    endpoint("GET", "/v1/tax/settings", noParams, showSettings),
    endpoint("POST", "/v1/tax/settings", settingsParams, (account, params) => {
      const { defaults } = getTaxSettings(account);
      updateTaxSettings(account, {
        ...(params.defaults && {
          defaults: { ...defaults, ...omitUndefined(params.defaults) },
        }),
        ...(params.head_office && { head_office: params.head_office }),
      });
      return showSettings(account);
    }),
    endpoint("POST", path, createParams, (account, params) => {
      const now = account.clock.now();
      const row = account.create("tax.registration", {
        id: newId("tax.registration"),
        object: "tax.registration",
        active_from: params.active_from === "now" ? now : params.active_from,
        country: params.country,
        country_options: params.country_options,
        created: now,
        expires_at: params.expires_at ?? null,
        livemode: false,
      });
      return account.serialize("tax.registration", row);
    }),
    endpoint("GET", path, listParams, (account, { status = "all", ...cursor }) => {
      const now = account.clock.now();
      const from = "CAST(data ->> '$.active_from' AS INTEGER)";
      const until = "coalesce(CAST(data ->> '$.expires_at' AS INTEGER), 1e12)";
      const filters = {
        all: [],
        active: [{ sql: `${from} <= ? AND ${until} > ?`, values: [now, now] }],
        expired: [{ sql: `${until} <= ?`, values: [now] }],
        scheduled: [{ sql: `${from} > ?`, values: [now] }],
      };
      return listObjects(account, "tax.registration", path, filters[status], cursor);
    }),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id = "" }) =>
      account.serialize("tax.registration", account.get("tax.registration", id)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id = "" }) => {
      account.get("tax.registration", id);
      const now = account.clock.now();
      const time = (at: "now" | number | null | undefined) => (at === "now" ? now : at);
      const row = account.update(
        "tax.registration",
        id,
        omitUndefined({
          active_from: time(params.active_from) ?? undefined,
          expires_at: time(params.expires_at),
        }),
      );
      return account.serialize("tax.registration", row);
    }),
  ],
};

function showSettings(account: Account): object {
  const { id: _id, ...settings } = getTaxSettings(account);
  return settings;
}
