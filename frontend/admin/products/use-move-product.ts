import { useLingui } from "@lingui/react/macro";
import { arrayMove } from "@dnd-kit/sortable";
import { useMutation, type InfiniteData } from "@tanstack/react-query";
import { api, send } from "../../http/client.ts";
import { showToast } from "../../ui/toast.tsx";
import { getListKey } from "../frame/get-list-key.ts";
import { catalogKey, type ListedProduct } from "./editor-queries.ts";

type Pages = InfiniteData<{ items: ListedProduct[] }, unknown>;

/** A product that was dropped: the product above it with the same status, and the positions in the list. */
export type ProductMove = {
  product: ListedProduct;
  afterId: string | null;
  from: number;
  to: number;
};

/** Saves where a product was dropped. The list shows it there at once, and is loaded again afterwards. */
export function useMoveProduct() {
  const { t } = useLingui();
  const queryKey = getListKey(catalogKey);
  return useMutation({
    mutationFn: ({ product, afterId }: ProductMove) =>
      send(
        api.admin.products[":id"].position.$put({ param: { id: product.id }, json: { afterId } }),
      ),
    onMutate: async ({ from, to }, { client }) => {
      await client.cancelQueries({ queryKey });
      client.setQueriesData<Pages>({ queryKey }, (data) => data && moveItem(data, from, to));
    },
    onSuccess: (_response, { product }) =>
      showToast(t`Order of ${{ product: product.name }} saved`),
    onSettled: (_response, _error, _move, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
  });
}

function moveItem(data: Pages, from: number, to: number): Pages {
  let rest = arrayMove(
    data.pages.flatMap(({ items }) => items),
    from,
    to,
  );
  return {
    ...data,
    pages: data.pages.map((page) => {
      const items = rest.slice(0, page.items.length);
      rest = rest.slice(page.items.length);
      return { ...page, items };
    }),
  };
}
