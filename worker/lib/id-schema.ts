import { z } from "zod";
import type { IdPrefix } from "./ids.ts";

const formOf = (prefix: IdPrefix | "(chk|lnc)") => new RegExp(`^${prefix}_[0-9a-z]{26}$`);

/** The form of Stripe's ids of promotion codes. */
export const promotionCodeForm = /^promo_\w{1,60}$/;

/** Whether a text has the form of an id with this prefix. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return formOf(prefix).test(text);
}

/** The schema of an id with this prefix, or of either kind of checkout. */
export function idSchema(prefix: IdPrefix | "(chk|lnc)", message = "is not such an id") {
  return z
    .string()
    .regex(formOf(prefix), message)
    .meta({ example: `${prefix.slice(-4).replaceAll(/\W/g, "")}_01kb2z8q3mh7w5t0d9x6n4c1rv` });
}

/** The schema of a path parameter `:id` with this prefix. */
export function idParam(prefix: Parameters<typeof idSchema>[0]) {
  return z.strictObject({ id: idSchema(prefix) });
}
