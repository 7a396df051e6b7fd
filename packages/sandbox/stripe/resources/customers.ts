import type Stripe from "stripe";
import { endpoint, id, included, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { newCustomer } from "../catalog/build-customer.ts";
import { byCreated, byFields, embedList, listObjects, pagination } from "../protocol/list.ts";
import {
  address,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  onlyGiven,
  range,
  shape,
  text,
  unsettable,
} from "../protocol/params.ts";
import { invalid } from "../protocol/errors.ts";
import { adoptPaymentMethod } from "../payments/attach-or-create-payment-method.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { isLive } from "../billing/subscription-status.ts";

const invoiceSettings = shape<Stripe.CustomerCreateParams.InvoiceSettings>()({
  default_payment_method: unsettable(text).optional(),
  footer: unsettable(text).optional(),
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

const createParams = shape<Stripe.CustomerCreateParams>()({
  ...common,
  balance: integer.optional(),
  payment_method: text.optional(),
  test_clock: text.optional(),
});
const updateParams = shape<Stripe.CustomerUpdateParams>()({
  ...common,
  balance: integer.optional(),
});
const listParams = shape<Stripe.CustomerListParams>()({
  ...pagination,
  created: range.optional(),
  email: text.optional(),
});

export const customers: Feature = {
  kinds: [
    {
      type: "customer",
      links: {
        "invoice_settings.default_payment_method": id("payment_method"),
        test_clock: id("test_helpers.test_clock"),
        subscriptions: included("subscription", (account, customer) =>
          embedList(
            account,
            "subscription",
            `/v1/customers/${customer}/subscriptions`,
            account.objects
              .all("subscription", [{ field: "customer", equals: customer }])
              .filter(isLive),
          ),
        ),
      },
    },
  ],
  endpoints: [
    endpoint("POST", "/v1/customers", createParams, (account, params) => {
      const { payment_method: method, test_clock: clock, ...fields } = params;
      return clock
        ? account.show("customer", createOnClock(account, clock, method, fields))
        : account.show("customer", createCustomer(account, method, fields));
    }),
    endpoint("GET", "/v1/customers", listParams, (account, { created, email, ...cursor }) =>
      listObjects(
        account,
        "customer",
        "/v1/customers",
        [...byFields({ email }), ...byCreated(created)],
        cursor,
      ),
    ),
    endpoint("GET", "/v1/customers/:id", noParams, (account, _params, { id = "" }) => {
      const tombstone = account.objects.findTombstone("customer", id);
      return tombstone ?? account.show("customer", account.get("customer", id));
    }),
    endpoint("POST", "/v1/customers/:id", updateParams, (account, params, { id = "" }) => {
      const changed = applyParams(account, account.get("customer", id), params);
      return account.show("customer", account.change("customer", id, changed, "customer.updated"));
    }),
    endpoint("DELETE", "/v1/customers/:id", noParams, (account, _params, { id = "" }) => {
      const customer = account.get("customer", id);
      for (const subscription of account.objects
        .all("subscription", [{ field: "customer", equals: id }])
        .filter(isLive)) {
        endSubscription(account, subscription, { reason: "cancellation_requested" });
      }
      account.emit("customer.deleted", "customer", customer);
      return account.objects.bury("customer", id);
    }),
  ],
};

type CommonParams = Partial<ReturnType<typeof updateParams.parse>>;

function createCustomer(
  account: Account,
  method: string | undefined,
  fields: CommonParams,
): Stripe.Customer {
  const { id } = account.create("customer", newCustomer(account));
  const adopted = method ? adoptPaymentMethod(account, method, id) : undefined;
  const settings = fields.invoice_settings;
  // A ready-made method has a new id by now, also where the settings name it.
  const named =
    adopted && settings?.default_payment_method === method
      ? { ...fields, invoice_settings: { ...settings, default_payment_method: adopted.id } }
      : fields;
  const customer = account.change(
    "customer",
    id,
    applyParams(account, account.get("customer", id), named),
  );
  account.emit("customer.created", "customer", customer);
  return customer;
}

/** A customer whose time is a test clock's. */
function createOnClock(
  account: Account,
  clock: string,
  method: string | undefined,
  fields: CommonParams,
): Stripe.Customer {
  const { frozen_time: at } = account.get("test_helpers.test_clock", clock, "test_clock");
  return account.clock.during({ at, test: clock }, () => createCustomer(account, method, fields));
}

function applyParams(
  account: Account,
  customer: Stripe.Customer,
  params: CommonParams,
): Stripe.Customer {
  const { metadata: change, invoice_settings: settings, ...fields } = params;
  const method = settings?.default_payment_method;
  if (method && account.get("payment_method", method, paramName).customer !== customer.id) {
    throw invalid(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      { code: "resource_missing", param: paramName },
    );
  }
  return {
    ...customer,
    ...onlyGiven(fields),
    metadata: mergeMetadata(customer.metadata, change),
    invoice_settings: {
      ...customer.invoice_settings,
      ...(method !== undefined && { default_payment_method: method }),
      ...(settings?.footer !== undefined && { footer: settings.footer }),
    },
  };
}

const paramName = "invoice_settings[default_payment_method]";
