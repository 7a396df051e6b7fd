import { z } from "zod";
import { scopes } from "../../lib/scopes.ts";
import { DAY } from "../../lib/time.ts";

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

/** How long the old key goes on working next to the new one. Zero revokes it at once. */
export const rollBody = z.strictObject({
  overlapMs: z
    .int()
    .min(0)
    .max(30 * DAY),
});

export const keyParam = z.object({ id: z.string().regex(/^key_[0-9a-z]{26}$/) });
