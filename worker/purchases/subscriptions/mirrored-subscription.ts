import type { SubscriptionRow } from "./store.ts";

/** A mirrored subscription and which of our products it is for. */
export type MirroredSubscription = {
  row: SubscriptionRow;
  products: { id: string; quantity: number }[];
};
