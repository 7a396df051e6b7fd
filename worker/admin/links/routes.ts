import { Hono } from "hono";
import { z } from "zod";
import { MAX_ADD_ONS } from "../../shared/add-ons.ts";
import { linkOptions, linkTerms } from "../../checkout/permanent-link-schema.ts";
import {
  createPermanentLink,
  editPermanentLink,
  findOrCreatePlainLink,
} from "../../checkout/save-permanent-link.ts";
import type { Ctx, UserEnv } from "../../context.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { idParam, idSchema } from "../../lib/id-schema.ts";
import { pageQuery, promotionCodeId } from "../frame/page-query.ts";
import { listSoldLinks, showSoldLink } from "./show-links.ts";

const query = z
  .strictObject({
    ...pageQuery,
    id: idSchema("lnp").optional(),
    productId: idSchema("prd").optional(),
    state: z.enum(["active", "inactive"]).optional(),
    search: z.string().trim().max(200).optional(),
  })
  .transform(({ state, search, ...rest }) => ({
    ...rest,
    ...(state !== undefined && { isActive: state === "active" }),
    ...(search && { search }),
  }));

const linkEdit = z
  .strictObject({
    ...linkOptions(),
    promotionCodeId: promotionCodeId.nullable(),
    expiresAt: z.int().min(0).max(8.64e15).nullable(),
  })
  .partial();
const newLink = z.strictObject({
  priceId: idSchema("prc"),
  ...linkEdit.shape,
  addOnIds: z.array(idSchema("prd")).max(MAX_ADD_ONS).optional(),
  quantity: linkTerms().quantity.optional(),
  metadata: linkTerms().metadata.optional(),
});
const plainLink = z.strictObject({
  priceId: idSchema("prc"),
  promotionCodeId: promotionCodeId.optional(),
});

/** A verb that makes a link, and returns what the list shows of it. */
const andShown =
  <Input>(create: (ctx: Ctx, input: Input) => Promise<{ id: string }>) =>
  async (ctx: Ctx, input: Input) =>
    showSoldLink(ctx, await create(ctx, input));

/** `/api/admin/links`: permanent links. */
export const linkRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listSoldLinks, { query }))
  .post("/", ...runVerb(andShown(createPermanentLink), { json: newLink }, 201))
  .post("/plain", ...runVerb(andShown(findOrCreatePlainLink), { json: plainLink }))
  .put(
    "/:id",
    ...runVerb(andShow(editPermanentLink, showSoldLink), {
      param: idParam("lnp"),
      json: linkEdit,
    }),
  );
