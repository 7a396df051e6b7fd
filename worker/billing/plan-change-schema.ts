import { z } from "zod";
import { MAX_SEATS } from "../catalog/seats.ts";

const priceId = z.string().max(64);
const seats = z.int().min(1).max(MAX_SEATS);
/** From the preview, in unix milliseconds. */
const prorationDate = z.int().min(0);
/** The seats and invitations that end if more are given than are left. */
const takeSeats = z.array(z.string().max(64)).max(MAX_SEATS).optional();

/** The plan or the seats to preview. */
export const planChangeQuery = z.strictObject({
  priceId: priceId.optional(),
  quantity: z.coerce.number().pipe(seats).optional(),
});

/** A plan to change to, as it was previewed. */
export const planChangeBody = z.strictObject({
  priceId,
  quantity: seats.optional(),
  prorationDate,
  takeSeats,
});

/** Seats to change to, as they were previewed. */
export const quantityChangeBody = z.strictObject({
  quantity: seats,
  prorationDate,
  takeSeats,
});
