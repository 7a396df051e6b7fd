import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import { showToast } from "../../ui/toast.tsx";
import { explainUnsent } from "../frame/email-copy.ts";
import type { RefundRequest } from "../orders/refund-dialog.tsx";
import { subscriptionQuery, subscriptionsKey, type Subscription } from "./queries.ts";

const route = api.admin.subscriptions[":id"];

/** What the team does to a subscription. `reason` is for the team. */
export type SubscriptionAction =
  | { kind: "keep" }
  | { kind: "refund"; refund: RefundRequest }
  | ({ reason: string } & (
      | { kind: "cancel" | "end" | "pause" | "resume" | "retry_payment" }
      | { kind: "request_payment" }
      | {
          kind: "plan";
          priceId: string;
          quantity: number;
          prorationDate: number;
          takeSeats: string[];
        }
      | { kind: "trial"; trialEnd: number }
      | { kind: "discount"; code: string | null }
    ));

/** What a toast says after an action. */
const toasts: Record<Exclude<SubscriptionAction["kind"], "request_payment">, MessageDescriptor> = {
  cancel: msg`Subscription canceled`,
  keep: msg`Subscription resumed`,
  end: msg`Subscription canceled immediately`,
  refund: msg`Payment refunded`,
  plan: msg`Plan changed`,
  pause: msg`Subscription paused`,
  resume: msg`Pause ended`,
  trial: msg`Free trial extended`,
  discount: msg`Discount changed`,
  retry_payment: msg`Payment succeeded`,
};

/** Changes a user's subscription, shows the response on the page, and says in a toast what was done. */
export function useSubscriptionAction(id: string) {
  const { t, i18n } = useLingui();
  const describeSending = ({ status, error }: Sending) => {
    if (status === "sent") return t`Email sent`;
    if (status === "queued") return t`The email will be sent soon`;
    const reason = explainUnsent(i18n, error ?? "");
    return t`The email wasn’t sent. ${reason}`;
  };
  return useMutation({
    mutationFn: async (action: SubscriptionAction) =>
      action.kind === "request_payment"
        ? { sending: await requestPayment(id, action.reason) }
        : { after: await change(id, action) },
    onSuccess: (done, { kind }, _result, { client }) => {
      showToast(
        done.sending ? describeSending(done.sending) : i18n._(toasts[kind as Change["kind"]]),
      );
      void client.invalidateQueries({ queryKey: subscriptionsKey });
      if (done.after) client.setQueryData(subscriptionQuery(id).queryKey, done.after);
    },
    // After a declined payment, the page shows what is open.
    onError: (_error, _action, _result, { client }) =>
      client.invalidateQueries({ queryKey: subscriptionQuery(id).queryKey }),
  });
}

const requestPayment = (id: string, reason: string) =>
  read(route["payment-request"].$post({ param: { id }, json: { reason } }));

type Sending = Awaited<ReturnType<typeof requestPayment>>;

type Change = Exclude<SubscriptionAction, { kind: "request_payment" }>;

function change(id: string, action: Change): Promise<Subscription> {
  const param = { id };
  if (action.kind === "keep") return read(route.cancellation.$delete({ param }));
  if (action.kind === "refund") return read(route.refunds.$post({ param, json: action.refund }));
  const json = { reason: action.reason };
  switch (action.kind) {
    case "cancel":
      return read(route.cancellation.$post({ param, json }));
    case "end":
      return read(route.end.$post({ param, json }));
    case "pause":
      return read(route.pause.$post({ param, json }));
    case "resume":
      return read(route.pause.$delete({ param, json }));
    case "retry_payment":
      return read(route.payment.$post({ param, json }));
    case "trial":
      return read(route.trial.$put({ param, json: { ...json, trialEnd: action.trialEnd } }));
    case "discount":
      return read(route.discount.$put({ param, json: { ...json, code: action.code } }));
    case "plan": {
      const { priceId, quantity, prorationDate, takeSeats } = action;
      return read(
        route["plan-change"].$post({
          param,
          json: { ...json, priceId, quantity, prorationDate, takeSeats },
        }),
      );
    }
  }
}
