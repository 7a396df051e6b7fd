import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { renderMarkdown } from "../../shared/markdown.ts";
import { attachPage, detachPage } from "./attach-page.ts";
import { createPage } from "./create-page.ts";
import { listPages, showPageSource } from "./list-pages.ts";
import { archivePage, publishPage } from "./publish-page.ts";
import { newPage, pageEdit, pageListQuery, pagePreview } from "./schema.ts";
import { updatePage } from "./update-page.ts";
import { idSchema } from "../../lib/id-schema.ts";

const id = idSchema("pag");
const pageParam = z.object({ id });
const attachmentParam = z
  .object({ id, benefitId: idSchema("bnf") })
  .transform((param) => ({ ...param, pageId: param.id }));
const attachment = z.strictObject({ position: z.int().min(0).max(10_000).optional() });

/** `/api/admin/pages`: members-only and free pages, for those who may edit the catalog. */
export const pageAdminRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listPages, { query: pageListQuery }))
  .post("/", ...runVerb(createPage, { json: newPage }, 201))
  .post("/preview", validate("json", pagePreview), (c) =>
    c.json({ html: renderMarkdown(c.req.valid("json").markdown) }),
  )
  .get("/:id", ...runVerb(showPageSource, { param: pageParam }))
  .put("/:id", ...runVerb(updatePage, { param: pageParam, json: pageEdit }))
  .put("/:id/publication", ...runVerb(andShow(publishPage, showPageSource), { param: pageParam }))
  .delete(
    "/:id/publication",
    ...runVerb(andShow(archivePage, showPageSource), { param: pageParam }),
  )
  .put(
    "/:id/benefits/:benefitId",
    ...runVerb(andShow(attachPage, showPageSource), { param: attachmentParam, json: attachment }),
  )
  .delete(
    "/:id/benefits/:benefitId",
    ...runVerb(andShow(detachPage, showPageSource), { param: attachmentParam }),
  );
