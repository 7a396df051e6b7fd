import { failAt } from "../errors.ts";
import type { PriceRow } from "./store.ts";

/** The most seats that a user can buy without contacting the seller. */
export const MAX_SEATS = 999;

/**
 * Returns the quantity to buy: the requested seats for a per-seat price, otherwise one.
 * @throws `invalid_input` for any other quantity of a price that is not per seat
 */
export function resolveSeats(price: Pick<PriceRow, "model">, requested = 1): number {
  if (price.model !== "per_seat" && requested !== 1) {
    throw failAt("quantity", "This price isn’t charged per seat.");
  }
  return requested;
}
