import { Hono } from "hono";
import { z } from "zod";
import { makeLinkSecret } from "../../claims/link-secret.ts";
import { fail } from "../../errors.ts";
import { describe } from "../../http/describe.ts";
import { validate } from "../../http/validate.ts";
import { giveSeats } from "../../seats/give-seats.ts";
import { seatsParam } from "../../seats/schema.ts";
import { locales } from "../../shared/locales.ts";
import { answerFoundJson } from "../protocol/answer-json.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { protectSecret, storeAnswer } from "../protocol/idempotency.ts";
import { emailInput } from "../protocol/inputs.ts";
import { findNewGiftJson, newGiftBody } from "./gifts.query.ts";
import { createdGift, toClaimUrl } from "./routes.ts";

// Lazy, so that the Worker starts without it.
const newSeat = z.lazy(() =>
  z.strictObject({
    seatOf: seatsParam.shape.id.meta({
      description: "The order or subscription of seats that it is one of.",
      example: "sub_01kb2z8q3mh7w5t0d9x6n4c1rv",
    }),
    email: emailInput.meta({ description: "Whom it is for.", example: "ann@example.com" }),
    sendEmail: z.boolean().default(false).meta({
      description: "Whether the shop emails the link. Left out, your program passes it on.",
    }),
    language: z.enum(locales).optional().meta({
      description: "The language of that email. By default the shop's.",
    }),
  }),
);

/** `/api/v1/seats`. A seat is a gift with `seatOf`, so the rest is at `/gifts`. */
export const seatApiRoutes = new Hono<ApiEnv>().post(
  "/",
  describe({
    tag: "Gifts",
    operationId: "giveSeat",
    summary: "Give a seat",
    description:
      "Invites a person to a seat of what a customer has bought. It uses a seat until it is accepted, for up to 30 days. The answer is a gift with `seatOf`: read it at `/gifts/{id}`, list those of a purchase with `GET /gifts?seatOf=…`, and take one back, or its invitation, with `DELETE /gifts/{id}`. An address with a seat or an invitation of this purchase is refused with `seat_held`.",
    scope: "gifts:write",
    answer: createdGift,
    statuses: [201],
    errors: ["not_found", "seat_held", "seat_own", "seats_taken", "seats_unavailable"],
  }),
  requireScope("gifts:write"),
  validate("json", newSeat),
  async (c) => {
    const { ctx } = c.var;
    const { seatOf, email, language, sendEmail } = c.req.valid("json");
    const urlOf = (id: string) => toClaimUrl(ctx, makeLinkSecret(ctx, { id, email }))!;
    const { ids } = await giveSeats(
      ctx,
      { id: seatOf, emails: [email], sendEmail, locale: language },
      (invited) =>
        invited.flatMap(({ id }) =>
          storeAnswer(c, 201, newGiftBody(ctx, id, protectSecret(ctx, urlOf(id)))),
        ),
    );
    const [id] = ids;
    if (id === undefined) throw fail("seat_held", { reason: "invited, or has one" });
    return answerFoundJson(c, await findNewGiftJson(ctx, id, urlOf(id)), 201);
  },
);
