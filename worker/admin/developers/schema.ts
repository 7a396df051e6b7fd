import { z } from "zod";
import { pageQuery } from "../frame/page-query.ts";
import { idSchema } from "../../lib/id-schema.ts";

const endpointId = idSchema("whe");

export const endpointParam = z.object({ id: endpointId });
/** `updatedAt` of what an edit began from. An edit without it takes place in any case. */
export const endpointVersion = z.strictObject({ version: z.iso.datetime().optional() });
export const ofEndpointParam = endpointParam.transform(({ id }) => ({ endpointId: id }));

export const deliveryParam = z
  .object({ id: endpointId, deliveryId: idSchema("whd") })
  .transform(({ id, deliveryId }) => ({ endpointId: id, id: deliveryId }));

export const deliveryQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(["pending", "delivered", "failed"]).optional(),
});

/** `search` is a customer's id or email. */
export const feedQuery = z.strictObject({
  ...pageQuery,
  type: z
    .string()
    .regex(/^[a-z]{1,40}\.[a-z_]{1,40}$/)
    .optional(),
  search: z.string().trim().min(2).max(255).optional(),
});

export const feedEventParam = z.object({ id: z.string().regex(/^evt_[1-9]\d{0,15}$/) });

/** `customer` is a user's id or email. */
export const checkQuery = z.strictObject({
  feature: z.string().trim().min(1).max(100),
  customer: z.string().trim().min(1, "Enter a customer’s email or ID.").max(255),
});
