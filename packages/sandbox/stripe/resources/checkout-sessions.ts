import { embeddedLink, endpoint, idLink, includedLink, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { createCheckoutSession } from "../checkout/create-checkout-session.ts";
import { expireCheckoutSession, expireSessionIfOpen } from "../checkout/expire-checkout-session.ts";
import { createCheckoutSessionParams, listSessionParams } from "../checkout/params.ts";
import { settleDebit } from "../checkout/settle-debit.ts";
import {
  filterByCreated,
  filterByFields,
  toEmbeddedList,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { noParams } from "../protocol/params.ts";
import type { ItemRow } from "../store/rows.ts";

const path = "/v1/checkout/sessions";

export const checkoutSessions: Feature = {
  objectTypes: [
    {
      type: "checkout.session",
      links: {
        customer: idLink("customer"),
        "discounts.coupon": idLink("coupon"),
        "discounts.promotion_code": idLink("promotion_code"),
        invoice: idLink("invoice"),
        payment_intent: idLink("payment_intent"),
        setup_intent: idLink("setup_intent"),
        subscription: idLink("subscription"),
        line_items: includedLink("item", (account, session) =>
          toEmbeddedList(
            account,
            "item",
            `${path}/${session}/line_items`,
            account.objects.findAll("item", [{ field: "_session", equals: session }]),
          ),
        ),
      },
    },
    {
      type: "item",
      links: { price: embeddedLink("price") },
      computeFields: (account: Account, item: ItemRow) => ({
        price: account.serialize("price", account.get("price", item.price)),
      }),
    },
  ],
  endpoints: [
    endpoint("POST", path, createCheckoutSessionParams, (account, params) =>
      account.serialize("checkout.session", createCheckoutSession(account, params)),
    ),
    endpoint(
      "GET",
      path,
      listSessionParams,
      (account, { created, customer_details: details, ...filters }) => {
        const { customer, payment_intent, status, subscription, ...cursor } = filters;
        const fields = filterByFields({
          customer,
          payment_intent,
          status,
          subscription,
          "customer_details.email": details?.email,
        });
        return listObjects(
          account,
          "checkout.session",
          path,
          [...fields, ...filterByCreated(created)],
          cursor,
        );
      },
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: session = "" }) =>
      account.serialize("checkout.session", account.get("checkout.session", session)),
    ),
    endpoint("POST", `${path}/:id/expire`, noParams, (account, _params, { id: session = "" }) =>
      account.serialize("checkout.session", expireCheckoutSession(account, session)),
    ),
    endpoint(
      "GET",
      `${path}/:id/line_items`,
      noParams.extend(paginationParams),
      (account, cursor, { id: session = "" }) => {
        account.get("checkout.session", session);
        return listObjects(
          account,
          "item",
          `${path}/${session}/line_items`,
          [{ field: "_session", equals: session }],
          cursor,
          "oldest first",
        );
      },
    ),
  ],
  jobs: {
    expire_session: expireSessionIfOpen,
    debit_succeeds: (account, session) => void settleDebit(account, session, "succeeded"),
    debit_fails: (account, session) => void settleDebit(account, session, "failed"),
  },
};
