import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { giveSeats } from "../../seats/give-seats.ts";
import { removeSeat } from "../../seats/remove-seat.ts";
import { seatEmails, seatsParam } from "../../seats/schema.ts";
import { showSeats } from "../../seats/show-seats.ts";

const seatParam = seatsParam.extend({ seatId: idSchema("cmp") });

/** `/api/admin/seats`: the seats of what a customer has bought, by the id of the order or subscription. */
export const adminSeatRoutes = new Hono<UserEnv>()
  .get("/:id", ...runVerb(showSeats, { param: seatsParam }))
  .post(
    "/:id",
    ...runVerb(andShow(giveSeats, showSeats), {
      param: seatsParam,
      json: z.strictObject({ emails: seatEmails }),
    }),
  )
  .delete("/:id/:seatId", ...runVerb(andShow(removeSeat, showSeats), { param: seatParam }));
