import { requireFeature } from "@gatehouse/client/next";
import { findCustomer, shop } from "../../shop.ts";

/** `GET /questions`: for customers with the feature. */
export const GET = requireFeature(
  "author-questions",
  { shop, customer: findCustomer, outage: { lastKnown: "1h" } },
  (_request, _context, entitlement) =>
    new Response(`You may ask ${entitlement?.limit ?? "any number of"} questions a year.\n`),
);
