import { useMutation } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import type { RefundRequest } from "../orders/refund-dialog.tsx";
import { subscriptionQuery, subscriptionsKey } from "./queries.ts";

const { cancellation, end, refunds } = api.admin.subscriptions[":id"];

/** The team's actions on a subscription. */
export type SubscriptionAction =
  | { kind: "cancel" | "keep" | "end" }
  | { kind: "refund"; refund: RefundRequest };

/** Changes a user's subscription and shows the response on the page. */
export function useSubscriptionAction(id: string) {
  const param = { id };
  return useMutation({
    mutationFn: (change: SubscriptionAction) => {
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
