import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";

export type Report = InferResponseType<typeof api.admin.sweeps.$get>;

const mirrorKey = ["admin", "mirror"];

export const mirrorQuery = queryOptions({
  queryKey: mirrorKey,
  queryFn: () => read(api.admin.sweeps.$get({ query: {} })),
  // Something is under way: the page follows it.
  refetchInterval: ({ state: { data } }) =>
    data && (data.waiting > 0 || data.sweeps[0]?.finishedAt === null) ? 3000 : false,
});

function useChange<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: mirrorKey }),
  });
}

export const useSweep = () => useChange(() => read(api.admin.sweeps.$post({ json: {} })));

/** Begins one where `begin` says so, and goes through it step by step while the page is open; else cron does. */
export function useRebuild(onStep: (customers: number) => void) {
  return useChange(async (_: void) => {
    await read(api.admin.rebuild.$post({ json: {} }));
    for (;;) {
      const { rebuild } = await read(api.admin.rebuild.steps.$post({ json: {} }));
      if (!rebuild || rebuild.finishedAt !== null) return rebuild;
      onStep(rebuild.customers);
    }
  });
}

export const useBeginOutage = () => useChange(() => send(api.admin.outage.$put({ json: {} })));

/** Ends it step by step; waits for who is still to be fetched, unless told not to. */
export function useEndOutage() {
  return useChange(async (waiting: "wait" | "ignore") => {
    const query = waiting === "ignore" ? { waiting } : {};
    for (;;) {
      const ending = await read(api.admin.outage.$delete({ query }));
      if (ending.state !== "sweeping") return ending;
    }
  });
}
