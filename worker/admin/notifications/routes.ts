import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { notificationDeliveries, notificationKinds } from "../../db/schema/notifications.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { isTimeZone } from "../../lib/time.ts";
import { chooseDelivery } from "./choose-delivery.ts";
import { previewNotification } from "./preview-notification.ts";
import { showNotifications } from "./show-notifications.ts";

const kind = z.enum(notificationKinds);
const choice = z.strictObject({
  delivery: z.enum(notificationDeliveries),
  timeZone: z.string().max(64).refine(isTimeZone, "Must be a time zone.").nullable(),
});
const previewParam = z.object({ kind: z.enum([...notificationKinds, "digest"]) });

/** `/api/admin/notifications`: the notifications that the signed-in member gets by email. */
export const notificationRoutes = new Hono<UserEnv>()
  .get("/", async (c) => c.json(await showNotifications(c.var.ctx)))
  .put(
    "/:kind",
    ...runVerb(andShow(chooseDelivery, showNotifications), {
      param: z.object({ kind }),
      json: choice,
    }),
  )
  .get("/:kind/preview", ...runVerb(previewNotification, { param: previewParam }));
