import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import type { RefundRequest } from "../orders/refund-dialog.tsx";
import { subscriptionQuery, subscriptionsKey } from "./queries.ts";
import { showToast } from "../../ui/toast.tsx";

const { cancellation, end, refunds } = api.admin.subscriptions[":id"];

/** The team's actions on a subscription. */
export type SubscriptionAction =
  | { kind: "cancel" | "keep" | "end" }
  | { kind: "refund"; refund: RefundRequest };

/** What a toast says after an action. */
const actionToasts: Record<SubscriptionAction["kind"], MessageDescriptor> = {
  cancel: msg`Subscription canceled`,
  keep: msg`Subscription resumed`,
  end: msg`Subscription canceled immediately`,
  refund: msg`Payment refunded`,
};

/** Changes a user's subscription and shows the response on the page. */
export function useSubscriptionAction(id: string) {
  const { i18n } = useLingui();
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
    onSuccess: (after, { kind }, _result, { client }) => {
      showToast(i18n._(actionToasts[kind]));
      void client.invalidateQueries({ queryKey: subscriptionsKey });
      client.setQueryData(subscriptionQuery(id).queryKey, after);
    },
  });
}
