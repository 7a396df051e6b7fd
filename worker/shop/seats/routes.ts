import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { AppEnv, UserCtx, UserEnv } from "../../context.ts";
import { consumeRateLimit } from "../../http/rate-limit.ts";
import { requireUser } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { idParam } from "../../lib/id-schema.ts";
import { changeManager } from "../../seats/change-manager.ts";
import { changeOwnSeat } from "../../seats/change-own-seat.ts";
import { giveSeats } from "../../seats/give-seats.ts";
import { leaveSeat, removeSeat } from "../../seats/remove-seat.ts";
import { makeSeatLink, removeSeatLink } from "../../seats/seat-link.ts";
import { seatEmails } from "../../seats/schema.ts";
import { addSeatDomain, checkSeatDomain, removeSeatDomain } from "../../seats/seat-domains.ts";
import { showSeats } from "../../seats/show-seats.ts";
import { takeSeatByDomain } from "../../seats/take-seat-by-domain.ts";

const id = z.string().max(64);
const param = z.object({ id });
const domainParam = param.extend({ domain: z.string().max(255) });
const seatParam = param.extend({ seatId: id });

/** Runs a verb for the seats that the user has bought. */
const ofUser =
  <Input extends { id: string }, Value>(
    verb: (ctx: UserCtx, input: Input & { userId: string }) => Promise<Value>,
  ) =>
  (ctx: UserCtx, input: Input) =>
    verb(ctx, { ...input, userId: ctx.actor.userId });

/** Does the same, also for the seats that the user manages for their buyer. */
const ofManager = <Input extends { id: string }, Value>(
  verb: (ctx: UserCtx, input: Input & { userId: string; orManaged: true }) => Promise<Value>,
) => ofUser((ctx, input: Input & { userId: string }) => verb(ctx, { ...input, orManaged: true }));

const show = ofManager(showSeats);

/** Limits the questions to the DNS of servers that users name. */
const limitDnsChecks = createMiddleware<UserEnv>(async (c, next) => {
  await consumeRateLimit(c.env.SIGN_IN_LIMIT, `seat-domain:${c.var.ctx.actor.userId}`);
  await next();
});

/** `/api/me/seats`: the seats of what the user has bought or manages, by the id of the order or subscription. */
export const seatRoutes = new Hono<AppEnv>()
  .get("/:id", requireUser, ...runVerb(show, { param }))
  .post(
    "/:id",
    requireUser,
    ...runVerb(ofManager(giveSeats), {
      param,
      json: z.strictObject({
        emails: seatEmails,
        sendEmail: z.boolean().optional(),
        asManagers: z.boolean().optional(),
      }),
    }),
  )
  .put(
    "/:id/link",
    requireUser,
    ...runVerb(andShow(ofManager(makeSeatLink), show), {
      param,
      json: z.strictObject({ limit: z.int().min(1).max(999) }),
    }),
  )
  .delete("/:id/link", requireUser, ...runVerb(andShow(ofManager(removeSeatLink), show), { param }))
  .put(
    "/:id/domains/:domain",
    requireUser,
    ...runVerb(andShow(ofManager(addSeatDomain), show), { param: domainParam }),
  )
  .post(
    "/:id/domains/:domain/check",
    requireUser,
    limitDnsChecks,
    ...runVerb(andShow(ofManager(checkSeatDomain), show), { param: domainParam }),
  )
  .delete(
    "/:id/domains/:domain",
    requireUser,
    ...runVerb(andShow(ofManager(removeSeatDomain), show), { param: domainParam }),
  )
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
    ...runVerb(andShow(ofManager(removeSeat), show), { param: seatParam }),
  )
  .put(
    "/:id/:seatId/manager",
    requireUser,
    ...runVerb(andShow(changeManager, show), {
      param: seatParam,
      json: z.strictObject({ managesSeats: z.boolean() }),
    }),
  );

/** `/api/me/own-seats`: the seats that others gave the user, or that the user takes by the id of the purchase. */
export const ownSeatRoutes = new Hono<AppEnv>()
  .delete("/:id", requireUser, ...runVerb(leaveSeat, { param: idParam("cmp") }))
  .post("/:id", requireUser, limitDnsChecks, ...runVerb(takeSeatByDomain, { param }, 201));
