import type Stripe from "stripe";
import { endpoint, idLink, includedLink, type Feature } from "../feature.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import {
  filterByCreated,
  filterByFields,
  toEmbeddedList,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { parseSearch } from "../protocol/search.ts";
import { noParams, range, schemaFor, text } from "../protocol/params.ts";

const intentListParams = schemaFor<Stripe.PaymentIntentListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
});
const chargeListParams = schemaFor<Stripe.ChargeListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
});
const chargeSearchParams = schemaFor<Stripe.ChargeSearchParams>()({
  limit: paginationParams.limit,
  page: text.optional(),
  query: text,
});

const intentSearchParams = schemaFor<Stripe.PaymentIntentSearchParams>()({
  limit: paginationParams.limit,
  page: text.optional(),
  query: text,
});
const intentFields = ["amount", "created", "currency", "customer", "metadata", "status"];

/** Returns one page of what a search has found. */
function toSearchResult<Row>(
  url: string,
  {
    found,
    limit = 10,
    page = "0",
  }: { found: Row[]; limit?: number | undefined; page?: string | undefined },
  serialize: (row: Row) => unknown,
) {
  const next = Number(page) + limit;
  return {
    object: "search_result",
    url,
    has_more: found.length > next,
    next_page: found.length > next ? String(next) : null,
    data: found.slice(Number(page), next).map(serialize),
  };
}

/** One clause of a search, by the last digits of what was paid with: no other field can be searched here. */
const LAST_DIGITS = /^payment_method_details\.(\w+)\.last4:\s*(["'])(\d{4})\2$/;

/** Returns whether a charge matches a search query. Clauses are joined by `OR`. */
function parseQuery(query: string): (charge: Stripe.Charge) => boolean {
  const clauses = query.split(/\s+OR\s+/i).map((clause) => {
    const [, source = "", , last4] = LAST_DIGITS.exec(clause.trim()) ?? [];
    if (last4 === undefined)
      throw invalidRequestError(`We were unable to parse your search query: \`${query}\`.`, {
        param: "query",
      });
    return { source, last4 };
  });
  return ({ payment_method_details: details }) => {
    const { last4 } = { ...details?.card, ...details?.sepa_debit };
    return clauses.some((clause) => clause.source === details?.type && clause.last4 === last4);
  };
}

/** Reading payment intents and charges. */
export const payments: Feature = {
  objectTypes: [
    {
      type: "payment_intent",
      links: {
        customer: idLink("customer"),
        latest_charge: idLink("charge"),
        payment_method: idLink("payment_method"),
        review: idLink("review"),
      },
    },
    {
      type: "charge",
      links: {
        customer: idLink("customer"),
        balance_transaction: idLink("balance_transaction"),
        payment_intent: idLink("payment_intent"),
        review: idLink("review"),
        refunds: includedLink("refund", (account, charge) =>
          toEmbeddedList(
            account,
            "refund",
            `/v1/charges/${charge}/refunds`,
            account.objects.findAll("refund", [{ field: "charge", equals: charge }]).toReversed(),
          ),
        ),
      },
    },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/payment_intents",
      intentListParams,
      (account, { created, customer, ...cursor }) =>
        listObjects(
          account,
          "payment_intent",
          "/v1/payment_intents",
          [...filterByFields({ customer }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    endpoint(
      "GET",
      "/v1/payment_intents/search",
      intentSearchParams,
      (account, { query, ...page }) => {
        const rows = account.objects.findAll("payment_intent", []).toReversed();
        const found = rows.filter(parseSearch(query, intentFields));
        return toSearchResult("/v1/payment_intents/search", { found, ...page }, (intent) =>
          account.serialize("payment_intent", intent),
        );
      },
    ),
    endpoint("GET", "/v1/payment_intents/:id", noParams, (account, _params, { id: intent = "" }) =>
      account.serialize("payment_intent", account.get("payment_intent", intent)),
    ),
    endpoint(
      "GET",
      "/v1/charges",
      chargeListParams,
      (account, { created, customer, payment_intent, ...cursor }) =>
        listObjects(
          account,
          "charge",
          "/v1/charges",
          [...filterByFields({ customer, payment_intent }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/charges/search", chargeSearchParams, (account, { query, ...page }) => {
      const found = account.objects.findAll("charge", []).toReversed().filter(parseQuery(query));
      return toSearchResult("/v1/charges/search", { found, ...page }, (charge) =>
        account.serialize("charge", charge),
      );
    }),
    endpoint("GET", "/v1/charges/:id", noParams, (account, _params, { id: charge = "" }) =>
      account.serialize("charge", account.get("charge", charge)),
    ),
  ],
};
