import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { ApiError, readResponse } from "../../http/errors.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { getListKey } from "../frame/get-list-key.ts";
import { shrinkPicture } from "./shrink-picture.ts";

const products = api.admin.products;
const productRoute = products[":id"];

export type ListedProduct = InferResponseType<typeof products.$get>["items"][number];
export type EditableProduct = InferResponseType<typeof productRoute.$get>;
export type EditablePrice = EditableProduct["prices"][number];
export type EditableBenefit = EditableProduct["benefits"][number];
export type NewBenefit = InferRequestType<typeof productRoute.benefits.$post>["json"];
export type NewPrice = InferRequestType<typeof productRoute.prices.$post>["json"];
export type ImportableProduct = InferResponseType<typeof products.importable.$get>["items"][number];

export const catalogKey = ["admin", "products"];

export const customerCountsQuery = queryOptions({
  queryKey: [...catalogKey, "owners"],
  queryFn: async () => (await read(products.owners.$get({ query: {} }))).userCounts,
});

export const editableProductQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogKey, "one", id],
    queryFn: () => read(productRoute.$get({ param: { id } })),
  });

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
export function useApplyResponse() {
  const client = useQueryClient();
  return (product: EditableProduct) => {
    client.setQueryData(editableProductQuery(product.id).queryKey, product);
    void client.invalidateQueries({ queryKey: getListKey(catalogKey) });
    void client.invalidateQueries({ queryKey: shareableBenefitsQuery.queryKey });
    // Also updates the storefront in this browser.
    void client.invalidateQueries({ queryKey: queryKeys.shop });
  };
}

/** Runs a change of a product whose response is the updated product. */
export function useProductChange<Input>(change: (input: Input) => Promise<EditableProduct>) {
  const applyResponse = useApplyResponse();
  return useMutation({ mutationFn: change, onSuccess: applyResponse });
}

/**
 * Uploads a picture.
 * @returns the URL that serves it
 */
export async function uploadImage(file: File): Promise<string> {
  const { large, versions } = await shrinkPicture(file);
  const url = await sendImage("", large);
  for (const [size, version] of Object.entries(versions))
    await sendImage(`?of=${url.split("/").at(-1)}&size=${size}`, version);
  return url;
}

async function sendImage(query: string, body: Blob): Promise<string> {
  // Uses `fetch`, because the typed client cannot send raw bytes.
  const request = fetch(`/api/admin/products/images${query}`, { method: "POST", body });
  return ((await readResponse(request)) as { url: string }).url;
}

/** Creates the error of an invalid field that is found without asking the server. */
export function createFieldError(path: string, message: string): ApiError {
  return new ApiError(422, { code: "invalid_input", fields: [{ path, message }] }, undefined);
}
