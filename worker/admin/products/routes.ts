import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { pageQuery } from "../../http/page-query.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { renderMarkdown } from "../../lib/markdown.ts";
import { addPrice, offerPrice } from "./add-price.ts";
import { benefitEdit, newBenefit } from "../../catalog/benefit-schema.ts";
import { createProduct } from "./create-product.ts";
import { editBenefit } from "./edit-benefit.ts";
import { editProduct } from "./edit-product.ts";
import { keepImage } from "../../catalog/images.ts";
import { importProducts, listImportable } from "./import-products.ts";
import { listGoods } from "./list-deliverable-benefits.ts";
import { listCatalog, showOwners } from "./list-catalog.ts";
import { stepProduct } from "./move-product.ts";
import { publishProduct, withdrawProduct } from "./publish-product.ts";
import { pushProduct } from "../../sync/catalog/push-product.ts";
import {
  addNewBenefit,
  orderBenefits,
  shareBenefit,
  takeBenefit,
} from "./edit-product-benefits.ts";
import { newPrice, newProduct, productEdit } from "../../catalog/schema.ts";
import { listBenefitsToShare, previewRemoval, showEditedProduct } from "./show-editable-product.ts";

const productId = z.string().regex(/^prd_[0-9a-z]{26}$/);
const priceId = z.string().regex(/^prc_[0-9a-z]{26}$/);
const benefitId = z.string().regex(/^bnf_[0-9a-z]{26}$/);
const stripeProductId = z.string().regex(/^[\w-]{1,255}$/);

const benefitType = z.enum(["feature", "license_key", "download", "page", "link"]);

const inPath = z.object({ id: productId });
const priceInPath = z.object({ id: productId, priceId });
const benefitInPath = z.object({ id: productId, benefitId });

const listQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(["draft", "published", "archived"]).optional(),
  search: z.string().trim().max(120).optional(),
});

/** `/api/admin/products`: the catalog as the seller edits it. Each change answers with the product as it became. */
export const productRoutes = new Hono<AppEnv>()
  .get("/", requireRole("admin"), validate("query", listQuery), async (c) =>
    c.json(await listCatalog(c.var.ctx, c.req.valid("query"))),
  )
  .post("/", requireRole("admin"), validate("json", newProduct), async (c) =>
    c.json(await createProduct(c.var.ctx, c.req.valid("json")), 201),
  )
  .get("/owners", requireRole("admin"), validate("query", z.strictObject({})), async (c) =>
    c.json({ owners: await showOwners(c.var.ctx) }),
  )
  .get(
    "/importable",
    requireRole("admin"),
    validate("query", z.strictObject({ cursor: stripeProductId.optional() })),
    async (c) => c.json(await listImportable(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/imports",
    requireRole("admin"),
    validate(
      "json",
      z.strictObject({ stripeProductIds: z.array(stripeProductId).min(1, "Choose one").max(10) }),
    ),
    async (c) => c.json(await importProducts(c.var.ctx, c.req.valid("json")), 201),
  )
  .post("/images", requireRole("admin"), validate("query", z.strictObject({})), async (c) =>
    c.json(await keepImage(c.var.ctx, { body: c.req.raw.body }), 201),
  )
  .post(
    "/preview",
    requireRole("admin"),
    validate("json", z.strictObject({ markdown: newProduct.shape.description })),
    (c) => c.json({ html: renderMarkdown(c.req.valid("json").markdown) }),
  )
  .get("/:id", requireRole("admin"), validate("param", inPath), async (c) =>
    c.json(await showEditedProduct(c.var.ctx, c.req.valid("param"))),
  )
  .put(
    "/:id",
    requireRole("admin"),
    validate("param", inPath),
    validate("json", productEdit),
    async (c) => {
      await editProduct(c.var.ctx, { ...c.req.valid("json"), ...c.req.valid("param") });
      return c.json(await showEditedProduct(c.var.ctx, c.req.valid("param")));
    },
  )
  .put(
    "/:id/status",
    requireRole("admin"),
    validate("param", inPath),
    validate("json", z.strictObject({ status: z.enum(["draft", "published", "archived"]) })),
    async (c) => {
      const { id } = c.req.valid("param");
      const { status } = c.req.valid("json");
      if (status === "published") await publishProduct(c.var.ctx, { productId: id });
      else await withdrawProduct(c.var.ctx, { productId: id, to: status });
      return c.json(await showEditedProduct(c.var.ctx, { id }));
    },
  )
  .put(
    "/:id/position",
    requireRole("admin"),
    validate("param", inPath),
    validate("json", z.strictObject({ direction: z.enum(["up", "down"]) })),
    async (c) => {
      await stepProduct(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .post("/:id/push", requireRole("admin"), validate("param", inPath), async (c) => {
    const { id } = c.req.valid("param");
    await pushProduct(c.var.ctx, { productId: id });
    return c.json(await showEditedProduct(c.var.ctx, { id }));
  })
  .post(
    "/:id/prices",
    requireRole("admin"),
    validate("param", inPath),
    validate("json", newPrice),
    async (c) => {
      const { id } = c.req.valid("param");
      await addPrice(c.var.ctx, { productId: id, price: c.req.valid("json") });
      return c.json(await showEditedProduct(c.var.ctx, { id }), 201);
    },
  )
  .put(
    "/:id/prices/:priceId",
    requireRole("admin"),
    validate("param", priceInPath),
    validate("json", z.strictObject({ active: z.boolean() })),
    async (c) => {
      const { id, priceId } = c.req.valid("param");
      await offerPrice(c.var.ctx, { productId: id, priceId, ...c.req.valid("json") });
      return c.json(await showEditedProduct(c.var.ctx, { id }));
    },
  )
  .post(
    "/:id/benefits",
    requireRole("admin"),
    validate("param", inPath),
    validate("json", newBenefit),
    async (c) => {
      const { id } = c.req.valid("param");
      await addNewBenefit(c.var.ctx, { productId: id, benefit: c.req.valid("json") });
      return c.json(await showEditedProduct(c.var.ctx, { id }), 201);
    },
  )
  .put(
    "/:id/benefits",
    requireRole("admin"),
    validate("param", inPath),
    validate("json", z.strictObject({ ids: z.array(benefitId).max(200) })),
    async (c) => {
      const { id } = c.req.valid("param");
      await orderBenefits(c.var.ctx, { productId: id, ...c.req.valid("json") });
      return c.json(await showEditedProduct(c.var.ctx, { id }));
    },
  )
  .put(
    "/:id/benefits/:benefitId",
    requireRole("admin"),
    validate("param", benefitInPath),
    async (c) => {
      const { id, benefitId } = c.req.valid("param");
      await shareBenefit(c.var.ctx, { productId: id, benefitId });
      return c.json(await showEditedProduct(c.var.ctx, { id }));
    },
  )
  .delete(
    "/:id/benefits/:benefitId",
    requireRole("admin"),
    validate("param", benefitInPath),
    async (c) => {
      const { id, benefitId } = c.req.valid("param");
      await takeBenefit(c.var.ctx, { productId: id, benefitId });
      return c.json(await showEditedProduct(c.var.ctx, { id }));
    },
  )
  .get(
    "/:id/benefits/:benefitId/removal",
    requireRole("admin"),
    validate("param", benefitInPath),
    async (c) => {
      const { id, benefitId } = c.req.valid("param");
      return c.json(await previewRemoval(c.var.ctx, { productId: id, benefitId }));
    },
  );

/** `/api/admin/benefits`: what products give, of whichever product. */
export const benefitRoutes = new Hono<AppEnv>()
  .get(
    "/goods",
    requireRole("support"),
    validate("query", z.strictObject({ type: z.enum(["license_key", "download", "page"]) })),
    async (c) => c.json({ goods: await listGoods(c.var.ctx, c.req.valid("query")) }),
  )
  .get(
    "/",
    requireRole("admin"),
    validate("query", z.strictObject({ type: benefitType.optional() })),
    async (c) => c.json({ benefits: await listBenefitsToShare(c.var.ctx, c.req.valid("query")) }),
  )
  .put(
    "/:id",
    requireRole("admin"),
    validate("param", z.object({ id: benefitId })),
    validate("json", benefitEdit),
    async (c) => {
      await editBenefit(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  );
