import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { itemQuery, getListKey } from "../frame/queries.ts";
import { api, read } from "../../http/client.ts";
import { ApiError } from "../../http/errors.ts";
import { queryClient } from "../../http/query.ts";
import { queryKeys } from "../../http/query-keys.ts";

const products = api.admin.products;
const productRoute = products[":id"];

export type ListedProduct = InferResponseType<typeof products.$get>["items"][number];
export type EditableProduct = InferResponseType<typeof productRoute.$get>;
export type EditablePrice = EditableProduct["prices"][number];
export type EditableBenefit = EditableProduct["benefits"][number];
type ProductSave = InferRequestType<typeof productRoute.$put>["json"];
export type SavedBenefit = NonNullable<ProductSave["benefits"]>[number];
export type NewBenefit = NonNullable<SavedBenefit["benefit"]>;
export type NewPrice = NonNullable<ProductSave["newPrices"]>[number];
export type ImportableProduct = InferResponseType<typeof products.importable.$get>["items"][number];

/** What is sent to save a product, and the keys of the rows that its errors are about. */
export type ProductRequest = {
  details: Omit<ProductSave, "updatedAt" | "prices" | "newPrices" | "benefits">;
  prices: { id: string; active: boolean }[];
  newPrices: NewPrice[];
  benefits: SavedBenefit[];
  /** Whether the benefits differ from the saved ones. */
  areBenefitsChanged: boolean;
  priceKeys: string[];
};

export const catalogKey = ["admin", "products"];

export const customerCountsQuery = queryOptions({
  queryKey: [...catalogKey, "owners"],
  queryFn: async () => (await read(products.owners.$get({ query: {} }))).userCounts,
});

export const editableProductQuery = itemQuery([...catalogKey, "one"], productRoute);

/** Loads the current product, without the cache. */
export const refetchProduct = (id: string): Promise<EditableProduct> =>
  queryClient.fetchQuery({ ...editableProductQuery(id), staleTime: 0 });

export const shareableBenefitsQuery = queryOptions({
  queryKey: [...catalogKey, "benefits"],
  queryFn: async () => (await read(api.admin.benefits.$get({ query: {} }))).benefits,
});

export const benefitRemovalPreviewQuery = (id: string, benefitId: string) =>
  queryOptions({
    queryKey: [...catalogKey, "removal", id, benefitId],
    queryFn: () =>
      read(productRoute.benefits[":benefitId"].removal.$get({ param: { id, benefitId } })),
    staleTime: 0,
  });

/** Caches the product from a change's response and invalidates the lists that may show it. */
export function applyProduct(client: QueryClient, product: EditableProduct): void {
  client.setQueryData(editableProductQuery(product.id).queryKey, product);
  void client.invalidateQueries({ queryKey: getListKey(catalogKey) });
  void client.invalidateQueries({ queryKey: shareableBenefitsQuery.queryKey });
  // Also updates the storefront in this browser.
  void client.invalidateQueries({ queryKey: queryKeys.shop });
}

/** Runs a change of a product whose response is the updated product. */
export function useProductChange<Input>(change: (input: Input) => Promise<EditableProduct>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (product) => applyProduct(client, product),
  });
}

/** Creates a product, or saves it: with everything that the request contains in one step. */
export function sendProduct(
  product: { id: string; updatedAt: number } | null,
  { details, prices, newPrices, benefits, areBenefitsChanged }: ProductRequest,
): Promise<EditableProduct> {
  if (!product) {
    const { planGroup, ...rest } = details;
    return read(
      products.$post({
        json: { ...rest, ...(planGroup && { planGroup }), prices: newPrices, benefits },
      }),
    );
  }
  return read(
    productRoute.$put({
      param: { id: product.id },
      json: {
        ...details,
        updatedAt: product.updatedAt,
        prices,
        newPrices,
        ...(areBenefitsChanged && { benefits }),
      },
    }),
  );
}

/** @throws ApiError `invalid_input` if a benefit has no content and that is not accepted */
export function setProductStatus(
  id: string,
  json: { status: EditableProduct["status"]; acceptsMissing?: boolean },
): Promise<EditableProduct> {
  return read(productRoute.status.$put({ param: { id }, json }));
}

/** Creates the error of invalid fields that are found without asking the server. */
export function createFieldErrors(fields: { path: string; message: string }[]): ApiError {
  return new ApiError(422, { code: "invalid_input", fields }, undefined);
}
