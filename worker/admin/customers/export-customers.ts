import type { Ctx } from "../../context.ts";
import { CSV_PAGE_SIZE, csvTime, streamCsv, type CsvColumns } from "../../http/csv.ts";
import { listCustomers, type CustomerSearch, type ListedCustomer } from "./list-customers.ts";

const columns: CsvColumns<ListedCustomer> = {
  Customer: ({ id }) => id,
  "First sign-in": ({ createdAt }) => csvTime(createdAt),
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  "Email verified": ({ emailVerified }) => (emailVerified ? "yes" : "no"),
  Role: ({ role }) => role,
  Status: ({ status }) => status,
  "Active benefits": ({ inForceCount }) => inForceCount,
};

/** Exports all matching customers as a CSV file. */
export function exportCustomers(ctx: Ctx, input: CustomerSearch): Response {
  return streamCsv(ctx, {
    name: "customers",
    columns,
    filters: input,
    fetchPage: (cursor) => listCustomers(ctx, { ...input, cursor, limit: CSV_PAGE_SIZE }),
  });
}
