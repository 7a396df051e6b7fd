import { z } from "zod";
import { scopes } from "../../shared/scopes.ts";
import { DAY } from "../../lib/time.ts";
import { idParam } from "../../lib/id-schema.ts";

const name = z.string().trim().min(1, "Enter a name.").max(80, "At most 80 characters.");

/** A new key. `expiresAt` in unix milliseconds; left out if it works until it is revoked. */
export const newKey = z.strictObject({
  name,
  scopes: z
    .array(z.enum(scopes))
    .min(1, "Choose at least one scope.")
    .refine((list) => new Set(list).size === list.length, "Name each scope once."),
  expiresAt: z.int().positive().optional(),
});

export type NewKey = z.output<typeof newKey>;

/** How long the old key keeps working next to the new one. Zero revokes it at once. */
export const rollBody = z.strictObject({
  overlapMs: z
    .int()
    .min(0)
    .max(30 * DAY),
});

export const keyParam = idParam("key");
