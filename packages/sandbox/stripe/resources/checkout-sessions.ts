import { embedded, endpoint, id, included, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { createSession } from "../checkout/create-checkout-session.ts";
import { expireSession, expireWhenDue } from "../checkout/expire-checkout-session.ts";
import { createSessionParams, listSessionParams } from "../checkout/params.ts";
import { settleDebit } from "../checkout/settle-debit.ts";
import { byCreated, byFields, embedList, listObjects, pagination } from "../protocol/list.ts";
import { noParams } from "../protocol/params.ts";
import type { ItemRow } from "../store/rows.ts";

const path = "/v1/checkout/sessions";

export const checkoutSessions: Feature = {
  kinds: [
    {
      type: "checkout.session",
      links: {
        customer: id("customer"),
        invoice: id("invoice"),
        payment_intent: id("payment_intent"),
        setup_intent: id("setup_intent"),
        subscription: id("subscription"),
        line_items: included("item", (account, session) =>
          embedList(
            account,
            "item",
            `${path}/${session}/line_items`,
            account.objects.all("item", [{ field: "_session", equals: session }]),
          ),
        ),
      },
    },
    {
      type: "item",
      links: { price: embedded("price") },
      complete: (account: Account, item: ItemRow) => ({
        price: account.show("price", account.get("price", item.price)),
      }),
    },
  ],
  endpoints: [
    endpoint("POST", path, createSessionParams, (account, params) =>
      account.show("checkout.session", createSession(account, params)),
    ),
    endpoint(
      "GET",
      path,
      listSessionParams,
      (account, { created, customer_details: details, ...filters }) => {
        const { customer, payment_intent, status, subscription, ...cursor } = filters;
        const fields = byFields({
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
          [...fields, ...byCreated(created)],
          cursor,
        );
      },
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: session = "" }) =>
      account.show("checkout.session", account.get("checkout.session", session)),
    ),
    endpoint("POST", `${path}/:id/expire`, noParams, (account, _params, { id: session = "" }) =>
      account.show("checkout.session", expireSession(account, session)),
    ),
    endpoint(
      "GET",
      `${path}/:id/line_items`,
      noParams.extend(pagination),
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
    expire_session: expireWhenDue,
    debit_succeeds: (account, session) => void settleDebit(account, session, "succeeded"),
    debit_fails: (account, session) => void settleDebit(account, session, "failed"),
  },
};
