import { queryOptions } from "@tanstack/react-query";
import { useChange } from "../frame/queries.ts";
import { api, read } from "../../http/client.ts";

export const eventsKey = ["admin", "events"];

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: [...eventsKey, id],
    queryFn: () => read(api.admin.events[":id"].$get({ param: { id } })),
    // Pending events are usually processed within seconds.
    refetchInterval: ({ state }) => (state.data?.status === "received" ? 3000 : false),
  });

/** Replays the given events, or all failed events, up to 100 per request. */
export function useReplayEvents() {
  return useChange(eventsKey, async (target: string[] | "failed") => {
    if (target !== "failed") return read(api.admin.replays.$post({ json: { eventIds: target } }));
    let replayed = 0;
    for (;;) {
      const page = await read(api.admin.replays.$post({ json: { status: "dead" } }));
      replayed += page.replayed;
      if (page.replayed === 0 || page.stillDead === 0) return { ...page, replayed };
    }
  });
}
