import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";

export type SyncReport = InferResponseType<typeof api.admin.sweeps.$get>;

const stripeSyncKey = ["admin", "stripe-sync"];

export const stripeSyncQuery = queryOptions({
  queryKey: stripeSyncKey,
  queryFn: () => read(api.admin.sweeps.$get({ query: {} })),
  // Refetches while syncs are pending, or a sweep or a rebuild is running.
  refetchInterval: ({ state: { data } }) =>
    data &&
    (data.waiting > 0 ||
      data.sweeps[0]?.finishedAt === null ||
      (data.rebuild?.finishedAt === null && data.rebuild.pausedAt === null))
      ? 3000
      : false,
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

/** Starts a rebuild. The shop continues it by itself. */
export const useStartRebuild = () =>
  useStripeSyncMutation((_: void) => read(api.admin.rebuild.$post({ json: {} })));

/** Pauses the running rebuild (true), or resumes it (false). */
export const usePauseRebuild = () =>
  useStripeSyncMutation((isPaused: boolean) =>
    read(
      isPaused
        ? api.admin.rebuild.pause.$put({ json: {} })
        : api.admin.rebuild.pause.$delete({ query: {} }),
    ),
  );

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
