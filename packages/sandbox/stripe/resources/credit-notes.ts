import type Stripe from "stripe";
import { embeddedListLink, endpoint, idLink, type Feature } from "../feature.ts";
import { createCreditNote } from "../billing/create-credit-note.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
  toEmbeddedList,
} from "../protocol/list.ts";
import {
  amount,
  integer,
  listOf,
  noParams,
  oneOf,
  range,
  schemaFor,
  text,
} from "../protocol/params.ts";

/** Only whole or partial lines of paid invoices, paid back outside of Stripe. */
const createParams = schemaFor<Stripe.CreditNoteCreateParams>()({
  invoice: text,
  lines: listOf(
    schemaFor<Stripe.CreditNoteCreateParams.Line>()({
      type: oneOf("invoice_line_item"),
      invoice_line_item: text,
      amount: amount.optional(),
      quantity: integer.optional(),
    }),
  ),
  out_of_band_amount: amount,
  reason: oneOf("duplicate", "fraudulent", "order_change", "product_unsatisfactory").optional(),
});
const listParams = schemaFor<Stripe.CreditNoteListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
  invoice: text.optional(),
});

/** Credit notes: what a seller gives back of an invoice, as a document. */
export const creditNotes: Feature = {
  objectTypes: [
    {
      type: "credit_note",
      links: {
        customer: idLink("customer"),
        invoice: idLink("invoice"),
        lines: embeddedListLink("credit_note_line_item"),
      },
      computeFields: (account, { id }: Stripe.CreditNote) => ({
        lines: toEmbeddedList(
          account,
          "credit_note_line_item",
          `/v1/credit_notes/${id}/lines`,
          account.objects.findAll("credit_note_line_item", [{ field: "_note", equals: id }]),
        ),
      }),
    },
    { type: "credit_note_line_item", links: {} },
  ],
  endpoints: [
    endpoint("POST", "/v1/credit_notes", createParams, (account, params) =>
      account.serialize("credit_note", createCreditNote(account, params)),
    ),
    endpoint(
      "GET",
      "/v1/credit_notes",
      listParams,
      (account, { created, customer, invoice, ...cursor }) =>
        listObjects(
          account,
          "credit_note",
          "/v1/credit_notes",
          [...filterByFields({ customer, invoice }), ...filterByCreated(created)],
          cursor,
        ),
    ),
    endpoint("GET", "/v1/credit_notes/:id", noParams, (account, _params, { id = "" }) =>
      account.serialize("credit_note", account.get("credit_note", id)),
    ),
    endpoint(
      "GET",
      "/v1/credit_notes/:id/lines",
      noParams.extend(paginationParams),
      (account, cursor, { id = "" }) => {
        account.get("credit_note", id);
        return listObjects(
          account,
          "credit_note_line_item",
          `/v1/credit_notes/${id}/lines`,
          [{ field: "_note", equals: id }],
          cursor,
          "oldest first",
        );
      },
    ),
  ],
};
