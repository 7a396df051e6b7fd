import { Hono } from "hono";
import { z } from "zod";
import { decodeCursor } from "../../db/page-cursor.ts";
import { customer } from "../../feed/customer.ts";
import { answerFoundJson, answerJsonList } from "../../http/answer-json.ts";
import { answerWithEtag } from "../../http/api-conventions.ts";
import { idParam } from "../../http/api-inputs.ts";
import { requireScope, type ApiEnv } from "../../http/api-key.ts";
import { listOf, listQuery, noQuery } from "../../http/api-schemas.ts";
import { describe } from "../../http/describe.ts";
import { validate } from "../../http/validate.ts";
import { addressFields, toAddress } from "../../identity/customer-address.ts";
import { findCustomer, listAddressedCustomers, listCustomers } from "./customers.query.ts";
import { customerState } from "./schema.ts";
import { readState } from "./state.query.ts";

const { customer: _, ...identifiers } = addressFields;
const query = z
  .strictObject({ ...listQuery, ...identifiers })
  .refine((fields) => !hasAddress(fields) || toAddress(fields) !== null, {
    message: "Send issuer and subject, or email.",
    path: ["issuer"],
  });

function hasAddress(fields: { [Name in keyof typeof identifiers]?: string | undefined }): boolean {
  return Object.keys(identifiers).some((name) => fields[name as keyof typeof fields] !== undefined);
}

/** Without an address, the list is sorted by the time of the first sign-in. */
const toCursor = ({ value, id }: { value?: number; id: string }) => ({ value: value ?? 0, id });

/** `/api/v1/customers`. */
export const customerApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Customers",
      operationId: "listCustomers",
      summary: "List customers",
      description:
        "With `issuer` and `subject`, or with `email`, the list has the one customer whom they stand for, or nobody if they have never signed in here. Deleted customers are left out.",
      scope: "customers:read",
      answer: listOf(customer),
    }),
    requireScope("customers:read"),
    validate("query", query),
    async (c) => {
      const { limit, cursor, ...fields } = c.req.valid("query");
      const address = toAddress(fields);
      if (address)
        return answerJsonList(c, await listAddressedCustomers(c.var.ctx, address), limit, toCursor);
      const after = cursor === undefined ? undefined : decodeCursor(cursor);
      return answerJsonList(c, await listCustomers(c.var.ctx, { limit, after }), limit, toCursor);
    },
  )
  .get(
    "/:id",
    describe({
      tag: "Customers",
      operationId: "getCustomer",
      summary: "Get a customer",
      scope: "customers:read",
      answer: customer,
      errors: ["not_found"],
    }),
    answerWithEtag,
    requireScope("customers:read"),
    validate("param", idParam("usr")),
    validate("query", noQuery),
    async (c) => answerFoundJson(c, await findCustomer(c.var.ctx, c.req.valid("param").id)),
  )
  .get(
    "/:id/state",
    describe({
      tag: "Customers",
      operationId: "getCustomerState",
      summary: "Get everything about a customer",
      description:
        "Features, purchases, license keys, gifts and trial in one call, all of it true at the same moment. To stay up to date, read the events after `sequence`.",
      scope: "customers:read",
      answer: customerState,
      errors: ["not_found"],
    }),
    answerWithEtag,
    requireScope("customers:read"),
    validate("param", idParam("usr")),
    validate("query", noQuery),
    async (c) => answerFoundJson(c, await readState(c.var.ctx, c.req.valid("param").id)),
  );
