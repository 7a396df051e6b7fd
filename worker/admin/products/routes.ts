import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { pageQuery } from "../../http/page-query.ts";
import { validate } from "../../http/validate.ts";
import { renderMarkdown } from "../../shared/markdown.ts";
import { createSavedProduct } from "./create-product.ts";
import { imageSizes, saveImage } from "../../catalog/images.ts";
import { importProducts, listImportableProducts } from "./import-products.ts";
import { deliverableTypes, listDeliverableBenefits } from "./list-deliverable-benefits.ts";
import { listCatalog, showUserCounts } from "./list-catalog.ts";
import { moveProduct } from "./move-product.ts";
import { publishCompleteProduct } from "./publish-complete-product.ts";
import { unpublishProduct } from "./publish-product.ts";
import { saveProduct } from "./save-product.ts";
import { listStaleSharePictures, saveProductPicture } from "./share-pictures.ts";
import { pushProduct } from "../../sync/catalog/push-product.ts";
import { newProduct, productCreation, productEdit } from "./schema.ts";
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
const benefitParam = z.object({ id: productId, benefitId });

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

/** `/api/admin/products`: the editable catalog. Each change responds with the updated product. */
export const productRoutes = new Hono<UserEnv>()
  .get("/", validate("query", listQuery), async (c) =>
    c.json(await listCatalog(c.var.ctx, c.req.valid("query"))),
  )
  .post("/", validate("json", productCreation), async (c) => {
    const { id } = await createSavedProduct(c.var.ctx, c.req.valid("json"));
    return c.json(await showEditableProduct(c.var.ctx, { id }), 201);
  })
  .get("/owners", validate("query", z.strictObject({})), async (c) =>
    c.json({ userCounts: await showUserCounts(c.var.ctx) }),
  )
  .get(
    "/importable",
    validate("query", z.strictObject({ cursor: stripeProductId.optional() })),
    async (c) => c.json(await listImportableProducts(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/imports",
    validate(
      "json",
      z.strictObject({
        stripeProductIds: z.array(stripeProductId).min(1, "Choose at least one product.").max(10),
      }),
    ),
    async (c) => c.json(await importProducts(c.var.ctx, c.req.valid("json")), 201),
  )
  .post("/images", validate("query", imageQuery), async (c) =>
    c.json(await saveImage(c.var.ctx, { body: c.req.raw.body, ...c.req.valid("query") }), 201),
  )
  .get("/share-pictures", validate("query", listQuery.pick({ cursor: true })), async (c) =>
    c.json(await listStaleSharePictures(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/preview",
    validate("json", z.strictObject({ markdown: newProduct.shape.description })),
    (c) => c.json({ html: renderMarkdown(c.req.valid("json").markdown) }),
  )
  .get("/:id", validate("param", productParam), async (c) =>
    c.json(await showEditableProduct(c.var.ctx, c.req.valid("param"))),
  )
  .put("/:id", validate("param", productParam), validate("json", productEdit), async (c) => {
    await saveProduct(c.var.ctx, { ...c.req.valid("json"), ...c.req.valid("param") });
    return c.json(await showEditableProduct(c.var.ctx, c.req.valid("param")));
  })
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
    validate("param", productParam),
    validate("json", statusChange),
    async (c) => {
      const { id } = c.req.valid("param");
      const { status, acceptsMissing } = c.req.valid("json");
      if (status === "published")
        await publishCompleteProduct(c.var.ctx, { productId: id, acceptsMissing });
      else await unpublishProduct(c.var.ctx, { productId: id, to: status });
      return c.json(await showEditableProduct(c.var.ctx, { id }));
    },
  )
  .put(
    "/:id/position",
    validate("param", productParam),
    validate("json", z.strictObject({ afterId: productId.nullable() })),
    async (c) => {
      await moveProduct(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .post("/:id/push", validate("param", productParam), async (c) => {
    const { id } = c.req.valid("param");
    await pushProduct(c.var.ctx, { productId: id });
    return c.json(await showEditableProduct(c.var.ctx, { id }));
  })
  .get("/:id/benefits/:benefitId/removal", validate("param", benefitParam), async (c) => {
    const { id, benefitId } = c.req.valid("param");
    return c.json(await previewBenefitRemoval(c.var.ctx, { productId: id, benefitId }));
  });

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
