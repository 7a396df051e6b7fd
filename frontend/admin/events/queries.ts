import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";

export const eventsKey = ["admin", "events"];

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: [...eventsKey, id],
    queryFn: () => read(api.admin.events[":id"].$get({ param: { id } })),
    // What waits is done in a moment.
    refetchInterval: ({ state }) => (state.data?.status === "received" ? 3000 : false),
  });

/** Replays the events named, or all that have failed, a hundred at a time. */
export function useReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (which: string[] | "failed") => {
      if (which !== "failed") return read(api.admin.replays.$post({ json: { eventIds: which } }));
      let replayed = 0;
      for (;;) {
        const page = await read(api.admin.replays.$post({ json: { status: "dead" } }));
        replayed += page.replayed;
        if (page.replayed === 0 || page.stillDead === 0) return { ...page, replayed };
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: eventsKey }),
  });
}
