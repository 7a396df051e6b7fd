import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
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
const attachmentParam = z.object({ id, benefitId: idSchema("bnf") });
const attachment = z.strictObject({ position: z.int().min(0).max(10_000).optional() });

/** `/api/admin/pages`: members-only and free pages, for those who may edit the catalog. */
export const pageAdminRoutes = new Hono<UserEnv>()
  .get("/", validate("query", pageListQuery), async (c) =>
    c.json(await listPages(c.var.ctx, c.req.valid("query"))),
  )
  .post("/", validate("json", newPage), async (c) =>
    c.json(await createPage(c.var.ctx, c.req.valid("json")), 201),
  )
  .post("/preview", validate("json", pagePreview), (c) =>
    c.json({ html: renderMarkdown(c.req.valid("json").markdown) }),
  )
  .get("/:id", validate("param", pageParam), async (c) =>
    c.json(await showPageSource(c.var.ctx, c.req.valid("param"))),
  )
  .put("/:id", validate("param", pageParam), validate("json", pageEdit), async (c) =>
    c.json(await updatePage(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") })),
  )
  .put("/:id/publication", validate("param", pageParam), async (c) => {
    await publishPage(c.var.ctx, c.req.valid("param"));
    return c.json(await showPageSource(c.var.ctx, c.req.valid("param")));
  })
  .delete("/:id/publication", validate("param", pageParam), async (c) => {
    await archivePage(c.var.ctx, c.req.valid("param"));
    return c.json(await showPageSource(c.var.ctx, c.req.valid("param")));
  })
  .put(
    "/:id/benefits/:benefitId",
    validate("param", attachmentParam),
    validate("json", attachment),
    async (c) => {
      const { id: pageId, benefitId } = c.req.valid("param");
      await attachPage(c.var.ctx, { pageId, benefitId, ...c.req.valid("json") });
      return c.json(await showPageSource(c.var.ctx, { id: pageId }));
    },
  )
  .delete("/:id/benefits/:benefitId", validate("param", attachmentParam), async (c) => {
    const { id: pageId, benefitId } = c.req.valid("param");
    await detachPage(c.var.ctx, { pageId, benefitId });
    return c.json(await showPageSource(c.var.ctx, { id: pageId }));
  });
