import { fail } from "../errors.ts";
import type { PriceRow } from "./store.ts";

/** The most seats of one thing that can be bought without writing to the seller. */
export const MOST_SEATS = 999;

/**
 * How many of a price are bought: seats where it is per seat, else one.
 * @throws `invalid_input` for more than one of a price that is not per seat
 */
export function countSeats(price: Pick<PriceRow, "model">, wanted = 1): number {
  if (price.model !== "per_seat" && wanted !== 1) {
    throw fail("invalid_input", {
      reason: "seats of a price that is not per seat",
      fields: [{ path: "quantity", message: "This price is not per seat" }],
    });
  }
  return wanted;
}
