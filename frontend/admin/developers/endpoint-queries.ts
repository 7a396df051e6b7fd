import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { itemQuery } from "../frame/queries.ts";
import { api, read, send } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";
import { refetchAfterChange } from "./queries.ts";
import { showToast } from "../../ui/toast.tsx";

const endpoints = api.admin.developers.endpoints;

export type Endpoint = InferResponseType<typeof endpoints.$get>["endpoints"][number];
export type EndpointDetails = InferResponseType<(typeof endpoints)[":id"]["$get"]>;
export type EndpointFields = InferRequestType<typeof endpoints.$post>["json"];
export type Delivery = InferResponseType<
  (typeof endpoints)[":id"]["deliveries"]["$get"]
>["items"][number];
export type DeliveryDetails = InferResponseType<
  (typeof endpoints)[":id"]["deliveries"][":deliveryId"]["$get"]
>;

const endpointsKey = ["admin", "developers", "endpoints"];

export const endpointsQuery = routeQuery(endpointsKey, () => endpoints.$get());

export const endpointQuery = itemQuery(endpointsKey, endpoints[":id"]);

/** The key of the deliveries of an endpoint. */
export const getDeliveriesKey = (id: string) => [...endpointsKey, id, "deliveries"];

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...getDeliveriesKey(id), deliveryId],
    queryFn: () =>
      read(endpoints[":id"].deliveries[":deliveryId"].$get({ param: { id, deliveryId } })),
    // A retry is usually attempted within seconds.
    refetchInterval: ({ state }) =>
      state.data?.status === "pending" && isDueSoon(state.data.nextAttemptAt) ? 2000 : false,
  });

const isDueSoon = (at: string | null) => at !== null && Date.parse(at) - Date.now() < 10_000;

/** A change of an endpoint, which survives a fresh sign-in. */
export type EndpointChange =
  | { action: "create"; fields: EndpointFields }
  | { action: "edit"; id: string; fields: Partial<EndpointFields>; version: string }
  | { action: "status"; id: string; status: "enabled" | "disabled" }
  | { action: "roll"; id: string; overlapSeconds: number }
  | { action: "delete"; id: string };

/** What a change gave: the endpoint's id, and its secret if it is new. */
export type EndpointChangeResult = {
  action: EndpointChange["action"];
  id: string;
  secret?: string;
};

/** What a toast says after a change; null if a dialog shows the new secret instead. */
const changeToasts: Record<EndpointChange["action"], MessageDescriptor | null> = {
  create: null,
  edit: msg`Endpoint saved`,
  status: msg`Endpoint saved`,
  roll: null,
  delete: msg`Endpoint deleted`,
};

/** Applies a change. A new secret is in the result, and nowhere else. */
export function useEndpointChange() {
  const { i18n } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendEndpointChange,
    onSuccess: ({ action, id }) => {
      const toast = changeToasts[action];
      if (toast !== null) showToast(i18n._(toast));
      if (action === "delete") client.removeQueries({ queryKey: [...endpointsKey, id] });
      return refetchAfterChange(client, endpointsKey);
    },
    gcTime: 0,
  });
}

async function sendEndpointChange(change: EndpointChange): Promise<EndpointChangeResult> {
  const { action } = change;
  if (action === "create") {
    const { id, secret } = await read(endpoints.$post({ json: change.fields }));
    return { action, id, secret };
  }
  const { id } = change;
  const endpoint = endpoints[":id"];
  const param = { id };
  switch (change.action) {
    case "edit":
      await read(
        endpoint.$patch({ param, json: change.fields, query: { version: change.version } }),
      );
      return { action, id };
    case "status":
      await read(endpoint.$patch({ param, json: { status: change.status }, query: {} }));
      return { action, id };
    case "roll": {
      const { overlapSeconds } = change;
      const { secret } = await read(endpoint.secret.$post({ param, json: { overlapSeconds } }));
      return { action, id, secret };
    }
    case "delete":
      await send(endpoint.$delete({ param }));
      return { action, id };
  }
}

/** Runs what an endpoint's deliveries show afterwards. */
function useDeliveryMutation<Input, Answer>(
  id: string,
  mutationFn: (input: Input) => Promise<Answer>,
) {
  return useMutation({
    mutationFn,
    onSettled: (_answer, _error, _input, _context, { client }) =>
      client.invalidateQueries({ queryKey: [...endpointsKey, id] }),
  });
}

/** Sends a test event to an endpoint and returns what it answered. */
export const useTestEvent = (id: string) =>
  useDeliveryMutation(id, (_: void) => read(endpoints[":id"].test.$post({ param: { id } })));

/** Retries one delivery now. */
export const useRetryDelivery = (id: string) =>
  useDeliveryMutation(id, (deliveryId: string) =>
    read(endpoints[":id"].deliveries[":deliveryId"].retry.$post({ param: { id, deliveryId } })),
  );

/** Retries the deliveries of all events since a time. */
export const useRetrySince = (id: string) =>
  useDeliveryMutation(id, (since: string) =>
    read(endpoints[":id"].retries.$post({ param: { id }, json: { since } })),
  );
