import { Hono } from "hono";
import { type AppEnv, isUserCtx } from "../../context.ts";
import { doubt } from "../../db/replicas.ts";
import { requireUser } from "../../http/require.ts";
import { z } from "zod";
import { validate } from "../../http/validate.ts";
import { slug } from "../../catalog/slug.ts";
import { showPage } from "../../delivery/pages/show-page.ts";
import { createMiddleware } from "hono/factory";
import { AppError } from "../../errors.ts";
import { runVerb } from "../../http/run-verb.ts";
import { createDownloadLink } from "../../delivery/downloads/download-link.ts";
import { sendDownload } from "../../delivery/downloads/send-download.ts";
import { consumeRateLimit } from "../../http/rate-limit.ts";
import { showWholeLibrary } from "../../checkout/show-whole-library.ts";
import { sendPurchaseEmail } from "./send-purchase-email.ts";
import { claimLicense } from "./claim-license.ts";
import { downloadLicenseFile } from "../../delivery/licenses/issue-license-file.ts";
import { removeOwnActivation } from "../../delivery/licenses/activate-license.ts";
import { rotateLicense } from "../../delivery/licenses/rotate-license.ts";
import {
  activationParam,
  claimBody,
  licenseParam,
  ownFileBody,
} from "../../delivery/licenses/schema.ts";

/** `/api/me/library`: everything the user has access to, and why, and its emails again. */
export const libraryRoutes = new Hono<AppEnv>()
  .get("/", requireUser, async (c) => {
    const library = await showWholeLibrary(c.var.ctx);
    if (library.entries.length === 0) doubt(c.var.ctx.db);
    return c.json(library);
  })
  .post(
    "/:id/email",
    requireUser,
    ...runVerb(sendPurchaseEmail, { param: z.object({ id: z.string().max(64) }) }),
  );

const slugParam = z.object({ slug });

/** `/api/me/pages`: members-only pages. Visitors may ask too. The answer contains what the caller may read. */
export const pageRoutes = new Hono<AppEnv>().get(
  "/:slug",
  validate("param", slugParam),
  async (c) => {
    const { ctx } = c.var;
    const userId = isUserCtx(ctx) ? ctx.actor.userId : null;
    const { slug } = c.req.valid("param");
    const page = await showPage(ctx, { slug, userId });
    if (userId !== null && page.access === "closed") doubt(ctx.db);
    // Not part of the answer's type: clients follow it.
    if (page.slug !== slug) return c.redirect(`/api/me/pages/${page.slug}`, 301) as never;
    return c.json(page);
  },
);

const versionParam = z.object({ id: z.string().max(64) });
const tokenParam = z.object({ token: z.string().max(200) });

/** If a download link opened in a browser fails, redirects to the library, which shows why. */
const redirectErrorsToLibrary = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const isPage = c.req.header("accept")?.includes("text/html") === true;
  if (isPage && c.error instanceof AppError)
    c.res = c.redirect(`/library?${new URLSearchParams({ download: c.error.code })}`, 303);
});

/** `/api/me/downloads`: the user's downloads. */
export const downloadRoutes = new Hono<AppEnv>()
  .post("/:id/links", requireUser, ...runVerb(createDownloadLink, { param: versionParam }, 201))
  .get("/:token", redirectErrorsToLibrary, requireUser, validate("param", tokenParam), async (c) =>
    sendDownload(c.var.ctx, {
      ...c.req.valid("param"),
      method: c.req.method,
      headers: c.req.raw.headers,
      isShown: c.req.query("show") !== undefined,
    }),
  );

/** `/api/me/licenses`: the user's license keys. */
export const licenseRoutes = new Hono<AppEnv>()
  .post("/", requireUser, validate("json", claimBody), async (c) => {
    const { ctx } = c.var;
    await consumeRateLimit(c.env.LICENSE_LIMIT, `license-claim:${ctx.actor.userId}`);
    await claimLicense(ctx, c.req.valid("json"));
    return c.body(null, 204);
  })
  .post("/:id/rotation", requireUser, ...runVerb(rotateLicense, { param: licenseParam }, 201))
  .post(
    "/:id/file",
    requireUser,
    ...runVerb(downloadLicenseFile, { param: licenseParam, json: ownFileBody }),
  );

/** `/api/me/activations`: the devices where the user's keys are active. */
export const activationRoutes = new Hono<AppEnv>().delete(
  "/:id",
  requireUser,
  ...runVerb(removeOwnActivation, { param: activationParam }),
);
