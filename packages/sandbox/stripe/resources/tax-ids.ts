import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { invalidRequestError, resourceMissingError } from "../protocol/errors.ts";
import { listObjects, paginationParams } from "../protocol/list.ts";
import { noParams, oneOf, schemaFor, text } from "../protocol/params.ts";
import type { Account } from "../account.ts";
import { createTaxId, deleteTaxId, parseTaxId, verifyTaxId } from "../tax/tax-ids.ts";

const path = "/v1/customers/:customer/tax_ids";

const createParams = schemaFor<Stripe.CustomerCreateTaxIdParams>()({
  type: oneOf("eu_vat", "gb_vat"),
  value: text,
});

/** The tax ids of a customer. */
export const taxIds: Feature = {
  objectTypes: [{ type: "tax_id", links: { customer: idLink("customer") } }],
  endpoints: [
    endpoint("GET", path, noParams.extend(paginationParams), (account, cursor, at) => {
      const { customer = "" } = at;
      account.get("customer", customer);
      return listObjects(
        account,
        "tax_id",
        `/v1/customers/${customer}/tax_ids`,
        [{ field: "customer", equals: customer }],
        cursor,
      );
    }),
    endpoint("POST", path, createParams, (account, { type, value }, { customer = "" }) => {
      account.get("customer", customer);
      const parsed = parseTaxId(value);
      if (parsed?.type !== type)
        throw invalidRequestError(`Invalid value for ${type}.`, {
          code: "tax_id_invalid",
          param: "value",
        });
      return account.serialize("tax_id", createTaxId(account, customer, parsed));
    }),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, at) =>
      account.serialize("tax_id", getTaxId(account, at)),
    ),
    endpoint("DELETE", `${path}/:id`, noParams, (account, _params, at) =>
      deleteTaxId(account, getTaxId(account, at)),
    ),
  ],
  jobs: { verify_tax_id: verifyTaxId },
};

function getTaxId(account: Account, { customer, id = "" }: Record<string, string>): Stripe.TaxId {
  const row = account.get("tax_id", id);
  if (row.customer !== customer) throw resourceMissingError("tax_id", id);
  return row;
}
