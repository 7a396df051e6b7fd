import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { requireUser } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { claimGift } from "../../gifts/claim-gift.ts";
import { showGiftLink } from "./show-gift-link.ts";

const giftLink = z.strictObject({ secret: z.string().regex(/^[\w-]{43}$/) });

/** `/api/me/gift-links`: gifts that are given by a secret link. Reading one needs no sign-in. */
export const giftLinkRoutes = new Hono<AppEnv>()
  .get("/:secret", ...runVerb(showGiftLink, { param: giftLink }))
  .post("/:secret/claim", requireUser, ...runVerb(claimGift, { param: giftLink }));
