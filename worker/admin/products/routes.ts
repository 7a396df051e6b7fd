import { Hono } from "hono";
import { z } from "zod";
import type { Ctx, UserEnv } from "../../context.ts";
import { pageQuery } from "../frame/page-query.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { renderMarkdown } from "../../shared/markdown.ts";
import { createSavedProduct } from "./create-product.ts";
import { imageSizes, saveImage } from "../../catalog/images.ts";
import { saveSample } from "../../catalog/samples.ts";
import { importProducts, listImportableProducts } from "./import-products.ts";
import { deliverableTypes, listDeliverableBenefits } from "./list-deliverable-benefits.ts";
import { listCatalog, showUserCounts } from "./list-catalog.ts";
import { moveProduct } from "./move-product.ts";
import { publishCompleteProduct, unpublishProduct } from "./publish-product.ts";
import { saveUpgrade, showUpgrade } from "./save-upgrade.ts";
import { saveProduct } from "./save-product.ts";
import { listStaleSharePictures, saveProductPicture } from "./share-pictures.ts";
import { pushProduct } from "../../sync/catalog/push-product.ts";
import { description, productCreation, productEdit } from "./schema.ts";
import {
  listReusableBenefits,
  previewBenefitRemoval,
  showEditableProduct,
} from "./show-editable-product.ts";
import { benefitTypes } from "../../db/schema/catalog.ts";
import { idSchema } from "../../lib/id-schema.ts";

const productId = idSchema("prd");
const benefitId = idSchema("bnf");
const stripeProductId = z.string().regex(/^[\w-]{1,255}$/);

const benefitType = z.enum(benefitTypes);

const cardSource = z.string().regex(/^[0-9a-f]{16}$/);

const imageQuery = z.union([
  z.strictObject({ of: z.string().regex(/^[0-9a-f]{64}$/), size: z.enum(imageSizes) }),
  z.strictObject({}),
]);
const productParam = z.object({ id: productId });
/** Some verbs have another name for the id in the path. */
const ofProductParam = productParam.transform(({ id }) => ({ id, productId: id }));
const benefitParam = z
  .object({ id: productId, benefitId })
  .transform(({ id, ...param }) => ({ ...param, productId: id }));

const statusChange = z.strictObject({
  status: z.enum(["draft", "published", "archived"]),
  /** Publishes it although a benefit has no content. */
  acceptsMissing: z.boolean().optional(),
});

const listQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(["draft", "published", "archived"]).optional(),
  search: z.string().trim().max(120).optional(),
});

function changeProductStatus(
  ctx: Ctx,
  input: z.output<typeof statusChange> & { productId: string },
) {
  const { productId, status } = input;
  return status === "published"
    ? publishCompleteProduct(ctx, input)
    : unpublishProduct(ctx, { productId, to: status });
}

/** `/api/admin/products`: the editable catalog. Each change responds with the updated product. */
export const productRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(listCatalog, { query: listQuery }))
  .post("/", validate("json", productCreation), async (c) => {
    const { id } = await createSavedProduct(c.var.ctx, c.req.valid("json"));
    return c.json(await showEditableProduct(c.var.ctx, { id }), 201);
  })
  .get("/owners", validate("query", z.strictObject({})), async (c) =>
    c.json({ userCounts: await showUserCounts(c.var.ctx) }),
  )
  .get(
    "/importable",
    ...runVerb(listImportableProducts, {
      query: z.strictObject({ cursor: stripeProductId.optional() }),
    }),
  )
  .post(
    "/imports",
    ...runVerb(
      importProducts,
      {
        json: z.strictObject({
          stripeProductIds: z.array(stripeProductId).min(1, "Choose at least one product.").max(10),
        }),
      },
      201,
    ),
  )
  .post("/images", validate("query", imageQuery), async (c) =>
    c.json(await saveImage(c.var.ctx, { body: c.req.raw.body, ...c.req.valid("query") }), 201),
  )
  .post("/samples", async (c) => c.json(await saveSample(c.var.ctx, c.req.raw.body), 201))
  .get(
    "/share-pictures",
    ...runVerb(listStaleSharePictures, { query: listQuery.pick({ cursor: true }) }),
  )
  .post("/preview", validate("json", z.strictObject({ markdown: description })), (c) =>
    c.json({ html: renderMarkdown(c.req.valid("json").markdown) }),
  )
  .get("/:id", ...runVerb(showEditableProduct, { param: productParam }))
  .put(
    "/:id",
    ...runVerb(andShow(saveProduct, showEditableProduct), {
      param: productParam,
      json: productEdit,
    }),
  )
  .put(
    "/:id/share-picture",
    validate("param", productParam),
    validate("query", z.strictObject({ source: cardSource })),
    async (c) => {
      const { id } = c.req.valid("param");
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      await saveProductPicture(c.var.ctx, { id, ...c.req.valid("query"), bytes });
      return c.json(await showEditableProduct(c.var.ctx, { id }));
    },
  )
  .put(
    "/:id/status",
    ...runVerb(andShow(changeProductStatus, showEditableProduct), {
      param: ofProductParam,
      json: statusChange,
    }),
  )
  .put(
    "/:id/position",
    ...runVerb(moveProduct, {
      param: productParam,
      json: z.strictObject({ afterId: productId.nullable() }),
    }),
  )
  .get("/:id/upgrade", ...runVerb(showUpgrade, { param: productParam }))
  .put(
    "/:id/upgrade",
    ...runVerb(andShow(saveUpgrade, showUpgrade), {
      param: productParam,
      json: z.strictObject({ priceId: idSchema("prc").nullable() }),
    }),
  )
  .post(
    "/:id/push",
    ...runVerb(andShow(pushProduct, showEditableProduct), { param: ofProductParam }),
  )
  .get(
    "/:id/benefits/:benefitId/removal",
    ...runVerb(previewBenefitRemoval, { param: benefitParam }),
  );

/** `/api/admin/benefits`: benefits of all products. */
export const benefitRoutes = new Hono<UserEnv>()
  .get(
    "/deliverable",
    validate("query", z.strictObject({ type: z.enum(deliverableTypes) })),
    async (c) =>
      c.json({ benefits: await listDeliverableBenefits(c.var.ctx, c.req.valid("query")) }),
  )
  .get("/", validate("query", z.strictObject({ type: benefitType.optional() })), async (c) =>
    c.json({ benefits: await listReusableBenefits(c.var.ctx, c.req.valid("query")) }),
  );
