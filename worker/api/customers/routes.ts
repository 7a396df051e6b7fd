import { Hono } from "hono";
import { z } from "zod";
import { customer } from "../../feed/customer.ts";
import { answerFoundJson, listObjects, readObject } from "../protocol/answer-json.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { listOf, listQuery, noQuery } from "../protocol/schemas.ts";
import { attachToCustomer } from "../../account/attach-to-customer.ts";
import { linkMetadata } from "../../checkout/link-metadata.ts";
import { validate } from "../../http/validate.ts";
import { idParam } from "../../lib/id-schema.ts";
import { describe } from "../../http/describe.ts";
import {
  addressFields,
  externalIdInput,
  hasAddress,
  toAddress,
} from "../../identity/customer-address.ts";
import { findCustomer, listAddressedCustomers, listCustomers } from "./customers.query.ts";
import { customerState } from "./schema.ts";
import { findCustomerState } from "./state.query.ts";

const { customer: _, ...identifiers } = addressFields;
const query = z
  .strictObject({ ...listQuery, ...identifiers })
  .refine((fields) => !hasAddress(fields) || toAddress(fields) !== null, {
    message: "Send externalId, or issuer and subject, or email.",
    path: ["issuer"],
  });

// Lazy, so that the Worker starts without it.
const customerEdit = z.lazy(() =>
  z
    .strictObject({
      externalId: externalIdInput.nullable().optional().meta({
        description: "The id that your program has for them; null for none.",
        example: "user-7712",
      }),
      metadata: linkMetadata.optional().meta({
        description: "For your own use: up to 20 entries. It replaces what was there.",
        example: { plan: "legacy" },
      }),
    })
    .meta({ example: { externalId: "user-7712" } }),
);

/** `/api/v1/customers`. */
export const customerApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Customers",
      operationId: "listCustomers",
      summary: "List customers",
      description:
        "With `externalId`, or with `issuer` and `subject`, or with `email`, the list has the one customer who has it or signs in with it, or is empty if there is none. Deleted customers are left out.",
      scope: "customers:read",
      answer: listOf(customer),
    }),
    ...listObjects("customers:read", query, (ctx, input) => {
      const address = toAddress(input);
      return address ? listAddressedCustomers(ctx, address) : listCustomers(ctx, input);
    }),
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
    ...readObject("customers:read", "usr", findCustomer),
  )
  .patch(
    "/:id",
    describe({
      tag: "Customers",
      operationId: "updateCustomer",
      summary: "Attach your own id or metadata to a customer",
      description:
        "Wherever a call names a customer by `issuer` and `subject` or by `email`, it can then name them by `externalId`. Fields that are left out stay. When two accounts of a customer become one, what only the closed one had is kept.",
      scope: "customers:write",
      answer: customer,
      errors: ["not_found", "external_id_taken"],
    }),
    requireScope("customers:write"),
    validate("query", noQuery),
    validate("param", idParam("usr")),
    validate("json", customerEdit),
    async (c) => {
      const { id } = c.req.valid("param");
      await attachToCustomer(c.var.ctx, { ...c.req.valid("json"), id });
      return answerFoundJson(c, await findCustomer(c.var.ctx, id));
    },
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
    ...readObject("customers:read", "usr", findCustomerState),
  );
