import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { ApiError, readResponse } from "../../http/errors.ts";

const products = api.admin.products;
const one = products[":id"];

export type CatalogEntry = InferResponseType<typeof products.$get>["items"][number];
export type EditedProduct = InferResponseType<typeof one.$get>;
export type EditedPrice = EditedProduct["prices"][number];
export type EditedBenefit = EditedProduct["benefits"][number];
export type NewBenefit = InferRequestType<typeof one.benefits.$post>["json"];
export type NewPrice = InferRequestType<typeof one.prices.$post>["json"];
export type Importable = InferResponseType<typeof products.importable.$get>["items"][number];

export const catalogKey = ["admin", "products"];

export const ownersQuery = queryOptions({
  queryKey: [...catalogKey, "owners"],
  queryFn: async () => (await read(products.owners.$get({ query: {} }))).owners,
});

export const editedQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogKey, "one", id],
    queryFn: () => read(one.$get({ param: { id } })),
  });

export const shareableQuery = queryOptions({
  queryKey: [...catalogKey, "benefits"],
  queryFn: async () => (await read(api.admin.benefits.$get({ query: {} }))).benefits,
});

export const removalQuery = (id: string, benefitId: string) =>
  queryOptions({
    queryKey: [...catalogKey, "removal", id, benefitId],
    queryFn: () => read(one.benefits[":benefitId"].removal.$get({ param: { id, benefitId } })),
    staleTime: 0,
  });

/** Takes what a change answered as what is there now, and forgets lists that may show it. */
export function useTakeAnswer() {
  const client = useQueryClient();
  return (product: EditedProduct) => {
    client.setQueryData(editedQuery(product.id).queryKey, product);
    void client.invalidateQueries({ queryKey: [...catalogKey, "list"] });
    void client.invalidateQueries({ queryKey: [...catalogKey, "benefits"] });
    // The storefront of this browser shows it at once.
    void client.invalidateQueries({ queryKey: ["shop"] });
  };
}

/** A change of a product whose answer is the product as it became. */
export function useProductChange<Input>(change: (input: Input) => Promise<EditedProduct>) {
  const take = useTakeAnswer();
  return useMutation({ mutationFn: change, onSuccess: take });
}

/** Uploads a picture. @returns where the shop serves it */
export async function uploadImage(file: File): Promise<string> {
  // Bytes as they are: the typed client sends none.
  const request = fetch("/api/admin/products/images", { method: "POST", body: file });
  return ((await readResponse(request)) as { url: string }).url;
}

/** The refusal of a field that the server need not be asked about. */
export function refuseField(path: string, message: string): ApiError {
  return new ApiError(422, { code: "invalid_input", fields: [{ path, message }] }, undefined);
}
