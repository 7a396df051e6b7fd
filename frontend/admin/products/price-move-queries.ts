import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read } from "../../http/client.ts";
import { usePages } from "../list/load-more.tsx";
import { catalogKey } from "./editor-queries.ts";

const route = api.admin.products[":productId"]["price-moves"];

export type PriceMove = InferResponseType<typeof route.$get>["moves"][number];
export type PriceMovePreview = InferResponseType<typeof route.preview.$get>;
export type NewPriceMove = InferRequestType<typeof route.$post>["json"];
export type MovedSubscriber = InferResponseType<
  (typeof route)[":moveId"]["subscriptions"]["$get"]
>["items"][number];

/** How often the progress is fetched while there is something to watch. */
const BUSY_REFRESH_MS = 3_000;

const priceMovesKey = (productId: string) => [...catalogKey, "price-moves", productId];

/** A product's price moves, newest first. Refreshed while one is being started or canceled. */
export const priceMovesQuery = (productId: string) =>
  queryOptions({
    queryKey: priceMovesKey(productId),
    queryFn: async () => (await read(route.$get({ param: { productId }, query: {} }))).moves,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === "planning" || status === "canceling")
        ? BUSY_REFRESH_MS
        : false,
  });

/** Who would move from one price to the other, and what it changes. */
export const usePriceMovePreview = (productId: string, from: string, to: string) =>
  usePages(
    [...priceMovesKey(productId), "preview", from, to],
    (cursor) => read(route.preview.$get({ param: { productId }, query: { from, to, ...cursor } })),
    0,
  );

/** The subscriptions of a move in one state, page by page. */
export const useMovedSubscribers = (
  { id: moveId, productId }: Pick<PriceMove, "id" | "productId">,
  state: "left_out" | "failed",
) =>
  usePages([...priceMovesKey(productId), moveId, state], (cursor) =>
    read(
      route[":moveId"].subscriptions.$get({
        param: { productId, moveId },
        query: { state, ...cursor },
      }),
    ),
  );

/** Starts a move. */
export function useStartPriceMove(productId: string) {
  return usePriceMoveChange(productId, (json: NewPriceMove) =>
    read(route.$post({ param: { productId }, json })),
  );
}

/** Cancels the rest of a move, or retries the subscriptions that failed. */
export function useChangePriceMove({ id: moveId, productId }: PriceMove) {
  const param = { productId, moveId };
  return usePriceMoveChange(productId, (change: "cancel" | "retry") =>
    read(
      change === "cancel"
        ? route[":moveId"].cancellation.$post({ param })
        : route[":moveId"].retry.$post({ param }),
    ),
  );
}

function usePriceMoveChange<Input>(
  productId: string,
  change: (input: Input) => Promise<{ moves: PriceMove[] }>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async ({ moves }) => {
      client.setQueryData(priceMovesQuery(productId).queryKey, moves);
      await client.invalidateQueries({ queryKey: priceMovesKey(productId) });
    },
  });
}
