import type { SyncSnapshot } from "./sync-snapshot.query.ts";

/** What a sync changed. `from` is null for what was not here before. The statuses are those of the rows. */
export type SyncChange =
  | {
      kind: "order" | "subscription";
      id: string;
      productName: string;
      from: string | null;
      to: string;
    }
  | { kind: "checkout"; productName: string; to: "open" | "complete" | "expired" }
  | { kind: "access_gained" | "access_lost"; productName: string }
  | { kind: "payments"; count: number };

/** Lists what is different, the purchases first and what follows from them last. */
export function compareSnapshots(before: SyncSnapshot, after: SyncSnapshot): SyncChange[] {
  const purchases = (["order", "subscription"] as const).flatMap((kind) => {
    const statusOf = new Map(before[kind].map(({ id, status }) => [id, status]));
    return after[kind].flatMap(({ id, status, productName }): SyncChange[] => {
      const from = statusOf.get(id) ?? null;
      return from === status ? [] : [{ kind, id, productName, from, to: status }];
    });
  });
  const checkoutStatus = new Map(before.checkout.map(({ id, status }) => [id, status]));
  const checkouts = after.checkout.flatMap(({ id, status, productName }): SyncChange[] =>
    checkoutStatus.get(id) === status || status === "complete"
      ? []
      : [{ kind: "checkout", productName, to: status }],
  );
  const [had, has] = [nameProducts(before), nameProducts(after)];
  const missing = (from: Map<string, string>, other: Map<string, string>) =>
    [...from].flatMap(([id, productName]) => (other.has(id) ? [] : [productName]));
  const paymentCount = after.paymentCount - before.paymentCount;
  return [
    ...purchases,
    ...checkouts,
    ...(paymentCount > 0 ? [{ kind: "payments" as const, count: paymentCount }] : []),
    ...missing(has, had).map((productName) => ({ kind: "access_gained" as const, productName })),
    ...missing(had, has).map((productName) => ({ kind: "access_lost" as const, productName })),
  ];
}

/** The products that the customer has access to, by id. */
const nameProducts = ({ access }: SyncSnapshot) =>
  new Map(access.map(({ productId, productName }) => [productId, productName]));
