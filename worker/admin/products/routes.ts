import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { pageQuery } from "../../http/page-query.ts";
import { validate } from "../../http/validate.ts";
import { renderMarkdown } from "../../lib/markdown.ts";
import { addPrice, setPriceActive } from "./add-price.ts";
import { benefitEdit, newBenefit } from "../../catalog/benefit-schema.ts";
import { createProduct } from "./create-product.ts";
import { editBenefit } from "./edit-benefit.ts";
import { editProduct } from "./edit-product.ts";
import { imageSizes, saveImage } from "../../catalog/images.ts";
import { importProducts, listImportableProducts } from "./import-products.ts";
import { listDeliverableBenefits } from "./list-deliverable-benefits.ts";
import { listCatalog, showUserCounts } from "./list-catalog.ts";
import { moveProduct } from "./move-product.ts";
import { publishProduct, unpublishProduct } from "./publish-product.ts";
import { listStaleSharePictures, saveProductPicture } from "./share-pictures.ts";
import { pushProduct } from "../../sync/catalog/push-product.ts";
import {
  addNewBenefit,
  reorderBenefits,
  addExistingBenefit,
  removeBenefitFromProduct,
} from "./edit-product-benefits.ts";
import { newPrice, newProduct, productEdit } from "../../catalog/schema.ts";
import {
  listReusableBenefits,
  previewBenefitRemoval,
  showEditableProduct,
} from "./show-editable-product.ts";

const productId = z.string().regex(/^prd_[0-9a-z]{26}$/);
const priceId = z.string().regex(/^prc_[0-9a-z]{26}$/);
const benefitId = z.string().regex(/^bnf_[0-9a-z]{26}$/);
const stripeProductId = z.string().regex(/^[\w-]{1,255}$/);

const benefitType = z.enum(["feature", "license_key", "download", "page", "link"]);

const cardSource = z.string().regex(/^[0-9a-f]{16}$/);

const imageQuery = z.union([
  z.strictObject({ of: z.string().regex(/^[0-9a-f]{64}$/), size: z.enum(imageSizes) }),
  z.strictObject({}),
]);
const productParam = z.object({ id: productId });
const priceParam = z.object({ id: productId, priceId });
const benefitParam = z.object({ id: productId, benefitId });

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
  .post("/", validate("json", newProduct), async (c) =>
    c.json(await createProduct(c.var.ctx, c.req.valid("json")), 201),
  )
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
      z.strictObject({ stripeProductIds: z.array(stripeProductId).min(1, "Choose one").max(10) }),
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
    await editProduct(c.var.ctx, { ...c.req.valid("json"), ...c.req.valid("param") });
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
    validate("json", z.strictObject({ status: z.enum(["draft", "published", "archived"]) })),
    async (c) => {
      const { id } = c.req.valid("param");
      const { status } = c.req.valid("json");
      if (status === "published") await publishProduct(c.var.ctx, { productId: id });
      else await unpublishProduct(c.var.ctx, { productId: id, to: status });
      return c.json(await showEditableProduct(c.var.ctx, { id }));
    },
  )
  .put(
    "/:id/position",
    validate("param", productParam),
    validate("json", z.strictObject({ direction: z.enum(["up", "down"]) })),
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
  .post("/:id/prices", validate("param", productParam), validate("json", newPrice), async (c) => {
    const { id } = c.req.valid("param");
    await addPrice(c.var.ctx, { productId: id, price: c.req.valid("json") });
    return c.json(await showEditableProduct(c.var.ctx, { id }), 201);
  })
  .put(
    "/:id/prices/:priceId",
    validate("param", priceParam),
    validate("json", z.strictObject({ active: z.boolean() })),
    async (c) => {
      const { id, priceId } = c.req.valid("param");
      await setPriceActive(c.var.ctx, { productId: id, priceId, ...c.req.valid("json") });
      return c.json(await showEditableProduct(c.var.ctx, { id }));
    },
  )
  .post(
    "/:id/benefits",
    validate("param", productParam),
    validate("json", newBenefit),
    async (c) => {
      const { id } = c.req.valid("param");
      await addNewBenefit(c.var.ctx, { productId: id, benefit: c.req.valid("json") });
      return c.json(await showEditableProduct(c.var.ctx, { id }), 201);
    },
  )
  .put(
    "/:id/benefits",
    validate("param", productParam),
    validate("json", z.strictObject({ ids: z.array(benefitId).max(200) })),
    async (c) => {
      const { id } = c.req.valid("param");
      await reorderBenefits(c.var.ctx, { productId: id, ...c.req.valid("json") });
      return c.json(await showEditableProduct(c.var.ctx, { id }));
    },
  )
  .put("/:id/benefits/:benefitId", validate("param", benefitParam), async (c) => {
    const { id, benefitId } = c.req.valid("param");
    await addExistingBenefit(c.var.ctx, { productId: id, benefitId });
    return c.json(await showEditableProduct(c.var.ctx, { id }));
  })
  .delete("/:id/benefits/:benefitId", validate("param", benefitParam), async (c) => {
    const { id, benefitId } = c.req.valid("param");
    await removeBenefitFromProduct(c.var.ctx, { productId: id, benefitId });
    return c.json(await showEditableProduct(c.var.ctx, { id }));
  })
  .get("/:id/benefits/:benefitId/removal", validate("param", benefitParam), async (c) => {
    const { id, benefitId } = c.req.valid("param");
    return c.json(await previewBenefitRemoval(c.var.ctx, { productId: id, benefitId }));
  });

/** `/api/admin/benefits`: benefits of all products. */
export const benefitRoutes = new Hono<UserEnv>()
  .get(
    "/goods",
    validate("query", z.strictObject({ type: z.enum(["license_key", "download", "page"]) })),
    async (c) => c.json({ goods: await listDeliverableBenefits(c.var.ctx, c.req.valid("query")) }),
  )
  .get("/", validate("query", z.strictObject({ type: benefitType.optional() })), async (c) =>
    c.json({ benefits: await listReusableBenefits(c.var.ctx, c.req.valid("query")) }),
  )
  .put(
    "/:id",
    validate("param", z.object({ id: benefitId })),
    validate("json", benefitEdit),
    async (c) => {
      await editBenefit(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  );
