import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { requireUser } from "../../http/require.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { createDownloadLink } from "../../delivery/downloads/download-link.ts";
import { sendDownload } from "../../delivery/downloads/send-download.ts";

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
    }),
  );
