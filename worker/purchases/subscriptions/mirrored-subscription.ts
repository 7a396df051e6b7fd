import type { SubscriptionRow } from "./store.ts";

/** A mirrored subscription and the products of ours that it is for. */
export type MirroredSubscription = {
  row: SubscriptionRow;
  products: { id: string; quantity: number }[];
};
