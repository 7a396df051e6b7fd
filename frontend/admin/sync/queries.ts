import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";

export type SyncReport = InferResponseType<typeof api.admin.sweeps.$get>;

const stripeSyncKey = ["admin", "stripe-sync"];

export const stripeSyncQuery = queryOptions({
  queryKey: stripeSyncKey,
  queryFn: () => read(api.admin.sweeps.$get({ query: {} })),
  // Refetches while syncs are pending or a sweep is running.
  refetchInterval: ({ state: { data } }) =>
    data && (data.waiting > 0 || data.sweeps[0]?.finishedAt === null) ? 3000 : false,
});

function useStripeSyncMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: stripeSyncKey }),
  });
}

export const useStartSweep = () =>
  useStripeSyncMutation(() => read(api.admin.sweeps.$post({ json: {} })));

/** Starts a rebuild and runs its steps while the page is open; afterward, cron runs them. */
export function useRebuild(onStep: (customers: number) => void) {
  return useStripeSyncMutation(async (_: void) => {
    await read(api.admin.rebuild.$post({ json: {} }));
    for (;;) {
      const { rebuild } = await read(api.admin.rebuild.steps.$post({ json: {} }));
      if (!rebuild || rebuild.finishedAt !== null) return rebuild;
      onStep(rebuild.customers);
    }
  });
}

export const useStartOutageMode = () =>
  useStripeSyncMutation((_: void) => send(api.admin.outage.$put({ json: {} })));

/** Ends outage mode step by step. Waits for pending syncs unless `waiting` is `ignore`. */
export function useEndOutageMode() {
  return useStripeSyncMutation(async (waiting: "wait" | "ignore") => {
    const query = waiting === "ignore" ? { waiting } : {};
    for (;;) {
      const ending = await read(api.admin.outage.$delete({ query }));
      if (ending.state !== "sweeping") return ending;
    }
  });
}
