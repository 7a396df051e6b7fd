import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { emailBoughtGift } from "../../gifts/email-gift.ts";
import { giftEmail } from "../../gifts/schema.ts";
import { idParam } from "../../lib/id-schema.ts";
import { takeClaim } from "../../guests/take-claim.ts";
import { showGiftLink } from "./show-gift-link.ts";

/** `/api/me/gifts`: what the user has bought for others. */
export const boughtGiftRoutes = new Hono<AppEnv>().post(
  "/:id/email",
  requireUser,
  ...runVerb(emailBoughtGift, { param: idParam("cmp"), json: giftEmail }),
);

const giftLink = z.strictObject({ secret: z.string().max(64) });

/**
 * `/api/me/gift-links`: gifts, and what somebody paid for before signing in, by a secret link. Reading one needs no
 * sign-in. The secret is in the body, because logs have the paths of requests.
 */
export const giftLinkRoutes = new Hono<AppEnv>()
  .post("/", ...runVerb(showGiftLink, { json: giftLink }))
  .post("/claim", requireUser, ...runVerb(takeClaim, { json: giftLink }));
