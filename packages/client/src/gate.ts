import type { CustomerRef } from "./client.ts";
import { createGate, type Decision, type GateOptions } from "./gate/decide.ts";

export type { Decision, Refusal } from "./gate/decide.ts";
export type { AnswerStore, Duration, OutagePolicy } from "./gate/policy.ts";

/**
 * Returns a function that decides whether a customer may use a feature: for server components, server actions and jobs,
 * where no middleware runs. Make it once, outside of the request: it remembers the answers for `lastKnown`.
 * @returns pass it who is signed in, null for nobody. `allowed` is what to check; `refusal` says why not
 * @throws GatehouseError if the shop refuses the question, for example because of the key
 */
export function gate(
  feature: string,
  options: Pick<GateOptions<void>, "outage" | "timeoutMs"> & {
    /** The client, or a function that returns it. */
    shop: GateOptions<void>["shop"];
  },
): (customer: CustomerRef | null | undefined) => Promise<Decision> {
  const { shop } = options;
  return createGate<CustomerRef | null | undefined>(feature, {
    ...options,
    shop: typeof shop === "function" ? () => shop() : shop,
    customer: (customer) => customer,
  });
}
