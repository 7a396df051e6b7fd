import { Hono } from "hono";
import { z } from "zod";
import { customer } from "../../feed/customer.ts";
import { listObjects, readObject } from "../protocol/answer-json.ts";
import type { ApiEnv } from "../protocol/api-key.ts";
import { listOf, listQuery } from "../protocol/schemas.ts";
import { describe } from "../../http/describe.ts";
import { addressFields, toAddress } from "../../identity/customer-address.ts";
import { findCustomer, listAddressedCustomers, listCustomers } from "./customers.query.ts";
import { customerState } from "./schema.ts";
import { findCustomerState } from "./state.query.ts";

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

/** `/api/v1/customers`. */
export const customerApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      tag: "Customers",
      operationId: "listCustomers",
      summary: "List customers",
      description:
        "With `issuer` and `subject`, or with `email`, the list has the one customer who signs in with them, or is empty if there is none. Deleted customers are left out.",
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
