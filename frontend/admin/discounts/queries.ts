import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../http/client.ts";

export type Discount = InferResponseType<typeof api.admin.discounts.$get>["items"][number];
export type NewDiscount = InferRequestType<typeof api.admin.discounts.$post>["json"];

export const discountsKey = ["admin", "discounts"];
