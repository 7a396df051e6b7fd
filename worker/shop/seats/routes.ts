import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv, UserCtx } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { idParam } from "../../lib/id-schema.ts";
import { changeOwnSeat } from "../../seats/change-own-seat.ts";
import { giveSeats } from "../../seats/give-seats.ts";
import { leaveSeat, removeSeat } from "../../seats/remove-seat.ts";
import { makeSeatLink, removeSeatLink } from "../../seats/seat-link.ts";
import { seatEmails } from "../../seats/schema.ts";
import { showSeats } from "../../seats/show-seats.ts";

const id = z.string().max(64);
const param = z.object({ id });

/** Runs a verb for the seats that the user has bought. */
const ofUser =
  <Input extends { id: string }, Value>(
    verb: (ctx: UserCtx, input: Input & { userId: string }) => Promise<Value>,
  ) =>
  (ctx: UserCtx, input: Input) =>
    verb(ctx, { ...input, userId: ctx.actor.userId });

const show = ofUser(showSeats);

/** `/api/me/seats`: the seats of what the user has bought, by the id of the order or subscription. */
export const seatRoutes = new Hono<AppEnv>()
  .get("/:id", requireUser, ...runVerb(show, { param }))
  .post(
    "/:id",
    requireUser,
    ...runVerb(ofUser(giveSeats), {
      param,
      json: z.strictObject({ emails: seatEmails, sendEmail: z.boolean().optional() }),
    }),
  )
  .put(
    "/:id/link",
    requireUser,
    ...runVerb(andShow(ofUser(makeSeatLink), show), {
      param,
      json: z.strictObject({ limit: z.int().min(1).max(999) }),
    }),
  )
  .delete("/:id/link", requireUser, ...runVerb(andShow(ofUser(removeSeatLink), show), { param }))
  .put(
    "/:id/own",
    requireUser,
    ...runVerb(andShow(ofUser(changeOwnSeat), show), {
      param,
      json: z.strictObject({ keepsOwn: z.boolean() }),
    }),
  )
  .delete(
    "/:id/:seatId",
    requireUser,
    ...runVerb(andShow(ofUser(removeSeat), show), { param: param.extend({ seatId: id }) }),
  );

/** `/api/me/own-seats`: the seats that others gave the user. */
export const ownSeatRoutes = new Hono<AppEnv>().delete(
  "/:id",
  requireUser,
  ...runVerb(leaveSeat, { param: idParam("cmp") }),
);
