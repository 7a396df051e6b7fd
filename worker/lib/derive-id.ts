import { sha256Hex } from "./crypto.ts";
import { toIdTime, type IdPrefix } from "./ids.ts";

const RANDOM_LENGTH = 16;

/**
 * Returns the id of a row that can be made again from elsewhere, e.g. from Stripe: the same input gives the same id. It
 * has the form of `newId` and sorts by time too. Nobody may need the id to be secret.
 * @param createdAt unix milliseconds
 * @param of what the row is made of, e.g. the id of the object at Stripe
 */
export function deriveId(prefix: IdPrefix, createdAt: number, of: string): string {
  // Hexadecimal digits are characters of an id, too: 16 of them are 64 bits.
  return `${prefix}_${toIdTime(createdAt)}${sha256Hex(`${prefix} ${of}`).slice(0, RANDOM_LENGTH)}`;
}
