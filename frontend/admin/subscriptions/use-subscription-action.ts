import { useMutation } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import type { Refund } from "../orders/refund-dialog.tsx";
import { subscriptionQuery, subscriptionsKey } from "./queries.ts";

const { cancellation, end, refunds } = api.admin.subscriptions[":id"];

/** What the team does to a subscription. */
export type TeamChange = { kind: "cancel" | "keep" | "end" } | { kind: "refund"; refund: Refund };

/** Changes somebody's subscription; the page then shows what the answer says. */
export function useTeamChange(id: string) {
  const param = { id };
  return useMutation({
    mutationFn: (change: TeamChange) => {
      switch (change.kind) {
        case "cancel":
          return read(cancellation.$post({ param }));
        case "keep":
          return read(cancellation.$delete({ param }));
        case "end":
          return read(end.$post({ param }));
        case "refund":
          return read(refunds.$post({ param, json: change.refund }));
      }
    },
    onSuccess: (after, _change, _result, { client }) => {
      void client.invalidateQueries({ queryKey: subscriptionsKey });
      client.setQueryData(subscriptionQuery(id).queryKey, after);
    },
  });
}
