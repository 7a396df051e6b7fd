import type Stripe from "stripe";
import { endpoint, idLink, includedLink, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { buildCustomer } from "../catalog/build-customer.ts";
import {
  filterByCreated,
  filterByFields,
  toEmbeddedList,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import {
  address,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  omitUndefined,
  range,
  schemaFor,
  text,
  unsettable,
} from "../protocol/params.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { attachOrCreatePaymentMethod } from "../payments/attach-or-create-payment-method.ts";
import { getCardSource, listSources, saveCardSource } from "../payments/card-source.ts";
import { searchEndpoint } from "../protocol/search.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { listTaxIds } from "../tax/tax-ids.ts";
import { isOngoing } from "../billing/subscription-status.ts";

const invoiceSettings = schemaFor<Stripe.CustomerCreateParams.InvoiceSettings>()({
  default_payment_method: unsettable(text).optional(),
  footer: unsettable(text).optional(),
});

const customerShipping = schemaFor<Stripe.CustomerCreateParams.Shipping>()({
  address,
  name: text,
  phone: text.optional(),
});

const common = {
  address: unsettable(address).optional(),
  description: unsettable(text).optional(),
  email: unsettable(text.max(512)).optional(),
  invoice_settings: invoiceSettings.optional(),
  metadata: metadata.optional(),
  name: unsettable(text.max(256)).optional(),
  phone: unsettable(text).optional(),
  preferred_locales: listOf(text).optional(),
  tax_exempt: unsettable(oneOf("none", "exempt", "reverse")).optional(),
};

const createParams = schemaFor<Stripe.CustomerCreateParams>()({
  ...common,
  balance: integer.optional(),
  payment_method: text.optional(),
  shipping: unsettable(customerShipping).optional(),
  source: text.optional(),
  test_clock: text.optional(),
});
const updateParams = schemaFor<Stripe.CustomerUpdateParams>()({
  ...common,
  balance: integer.optional(),
  default_source: text.optional(),
  shipping: unsettable(customerShipping).optional(),
  source: text.optional(),
});
const listParams = schemaFor<Stripe.CustomerListParams>()({
  ...paginationParams,
  created: range.optional(),
  email: text.optional(),
});

const searchFields = ["created", "email", "metadata", "name", "phone"];

export const customers: Feature = {
  objectTypes: [
    {
      type: "customer",
      links: {
        "invoice_settings.default_payment_method": idLink("payment_method"),
        sources: {
          kind: "hidden",
          load: (account, customer) => listSources(account, customer),
        },
        test_clock: idLink("test_helpers.test_clock"),
        tax_ids: includedLink("tax_id", (account, customer) =>
          toEmbeddedList(
            account,
            "tax_id",
            `/v1/customers/${customer}/tax_ids`,
            listTaxIds(account, customer),
          ),
        ),
        subscriptions: includedLink("subscription", (account, customer) =>
          toEmbeddedList(
            account,
            "subscription",
            `/v1/customers/${customer}/subscriptions`,
            account.objects
              .findAll("subscription", [{ field: "customer", equals: customer }])
              .filter(isOngoing),
          ),
        ),
      },
    },
  ],
  endpoints: [
    endpoint("POST", "/v1/customers", createParams, (account, params) => {
      const { test_clock: clock, ...fields } = params;
      return clock
        ? account.serialize("customer", createCustomerOnTestClock(account, clock, fields))
        : account.serialize("customer", createCustomer(account, fields));
    }),
    endpoint("GET", "/v1/customers", listParams, (account, { created, email, ...cursor }) =>
      listObjects(
        account,
        "customer",
        "/v1/customers",
        [...filterByFields({ email }), ...filterByCreated(created)],
        cursor,
      ),
    ),
    searchEndpoint("customer", "/v1/customers/search", searchFields),
    endpoint("GET", "/v1/customers/:id", noParams, (account, _params, { id = "" }) => {
      const tombstone = account.objects.findTombstone("customer", id);
      return tombstone ?? account.serialize("customer", account.get("customer", id));
    }),
    endpoint("POST", "/v1/customers/:id", updateParams, (account, params, { id = "" }) => {
      const changed = applyCustomerParams(account, account.get("customer", id), params);
      return account.serialize(
        "customer",
        account.update("customer", id, changed, "customer.updated"),
      );
    }),
    endpoint("DELETE", "/v1/customers/:id", noParams, (account, _params, { id = "" }) => {
      const customer = account.get("customer", id);
      for (const subscription of account.objects
        .findAll("subscription", [{ field: "customer", equals: id }])
        .filter(isOngoing)) {
        endSubscription(account, subscription, { reason: "cancellation_requested" });
      }
      account.emit("customer.deleted", "customer", customer);
      return account.objects.markDeleted("customer", id);
    }),
  ],
};

type CreateParams = Omit<ReturnType<typeof createParams.parse>, "test_clock">;

function createCustomer(
  account: Account,
  { payment_method: method, ...fields }: CreateParams,
): Stripe.Customer {
  const { id } = account.create("customer", buildCustomer(account));
  const attached = method ? attachOrCreatePaymentMethod(account, method, id) : undefined;
  const settings = fields.invoice_settings;
  // Attaching a shared test method such as `pm_card_visa` creates a copy with a new id; the settings must use that id.
  const resolvedFields =
    attached && settings?.default_payment_method === method
      ? { ...fields, invoice_settings: { ...settings, default_payment_method: attached.id } }
      : fields;
  const customer = account.update(
    "customer",
    id,
    applyCustomerParams(account, account.get("customer", id), resolvedFields),
  );
  account.emit("customer.created", "customer", customer);
  return customer;
}

/** Creates a customer whose time follows a test clock. */
function createCustomerOnTestClock(
  account: Account,
  clock: string,
  fields: CreateParams,
): Stripe.Customer {
  const { frozen_time: at } = account.get("test_helpers.test_clock", clock, "test_clock");
  return account.clock.runAt({ at, testClock: clock }, () => createCustomer(account, fields));
}

function applyCustomerParams(
  account: Account,
  customer: Stripe.Customer,
  params: ReturnType<typeof updateParams.parse>,
): Stripe.Customer {
  const {
    metadata: change,
    invoice_settings: settings,
    default_source: defaultSource,
    shipping,
    source,
    ...fields
  } = params;
  const method = settings?.default_payment_method;
  if (
    method &&
    account.get("payment_method", method, defaultMethodParam).customer !== customer.id
  ) {
    throw invalidRequestError(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { code: "resource_missing", param: defaultMethodParam },
    );
  }
  return {
    ...customer,
    ...omitUndefined(fields),
    ...(defaultSource !== undefined && {
      default_source: getCardSource(account, customer.id, defaultSource, "default_source").id,
    }),
    // A new source replaces the default one.
    ...(source !== undefined && {
      default_source: saveCardSource(account, customer.id, source).id,
    }),
    ...(shipping !== undefined && {
      shipping: shipping && { ...shipping, phone: shipping.phone ?? null },
    }),
    metadata: mergeMetadata(customer.metadata, change),
    invoice_settings: {
      ...customer.invoice_settings,
      ...(method !== undefined && { default_payment_method: method }),
      ...(settings?.footer !== undefined && { footer: settings.footer }),
    },
  };
}

const defaultMethodParam = "invoice_settings[default_payment_method]";
