import { useLingui } from "@lingui/react/macro";
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { itemQuery, savingVersion } from "../frame/queries.ts";
import { api, read, send } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";
import { showToast } from "../../ui/toast.tsx";

const developers = api.admin.developers;
const developersKey = ["admin", "developers"];

export type ApiKey = InferResponseType<typeof developers.keys.$get>["keys"][number];
export type CreatedKey = InferResponseType<typeof developers.keys.$post>;
type NewKey = InferRequestType<typeof developers.keys.$post>["json"];

export const keysQuery = routeQuery([...developersKey, "keys"], () => developers.keys.$get());

/** The features that a program can ask for. */
export const featuresQuery = routeQuery([...developersKey, "features"], () =>
  developers.features.$get(),
);

/** Customers whose email or name starts with what was typed, for a field that suggests some. */
export const customerSuggestionsQuery = (typed: string) =>
  queryOptions({
    queryKey: [...developersKey, "customers", typed],
    queryFn: () =>
      read(
        api.admin.customers.$get({
          query: { limit: 8, ...(typed.length > 1 && { search: typed }) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Asks whether a customer may use a feature, as the API answers. */
export const checkAccess = (query: { feature: string; customer: string }) =>
  read(developers.check.$get({ query }));

export const feedKey = [...developersKey, "feed"];

export type FeedEvent = InferResponseType<typeof developers.feed.$get>["items"][number];
export type FeedEventDetails = InferResponseType<(typeof developers.feed)[":id"]["$get"]>;

export const feedEventQuery = itemQuery(feedKey, developers.feed[":id"]);

export type DeveloperSettings = InferResponseType<typeof developers.settings.$get>;

export const developerSettingsQuery = routeQuery([...developersKey, "settings"], () =>
  developers.settings.$get(),
);

export const saveDeveloperSettings = savingVersion(developers.settings);

/**
 * A change of a key, which survives a fresh sign-in. `lifetimeDays` counts from the time of the request; null if the
 * key works until it is revoked.
 */
export type KeyChange =
  | { action: "create"; name: string; scopes: NewKey["scopes"]; lifetimeDays: number | null }
  | { action: "roll"; id: string; overlapMs: number }
  | { action: "revoke"; id: string };

/**
 * Fetches what a change may have changed. A change that continues after a fresh sign-in runs next to the page's first
 * request, whose older answer would otherwise be kept.
 */
export async function refetchAfterChange(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Applies a change. A created or rolled key is in the result, and nowhere else. */
export function useKeyChange() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendKeyChange,
    onSuccess: (created) => {
      // A new key is shown in a dialog instead.
      if (created === null) showToast(t`API key revoked`);
      return refetchAfterChange(client, keysQuery.queryKey);
    },
    // The result holds a secret, so it is dropped as soon as no screen shows it.
    gcTime: 0,
  });
}

async function sendKeyChange(change: KeyChange): Promise<CreatedKey | null> {
  switch (change.action) {
    case "create": {
      const { name, scopes, lifetimeDays } = change;
      const expiresAt =
        lifetimeDays === null ? {} : { expiresAt: Date.now() + lifetimeDays * 86_400_000 };
      return read(developers.keys.$post({ json: { name, scopes, ...expiresAt } }));
    }
    case "roll": {
      const { id, overlapMs } = change;
      return read(developers.keys[":id"].rotation.$post({ param: { id }, json: { overlapMs } }));
    }
    case "revoke":
      await send(developers.keys[":id"].$delete({ param: { id: change.id } }));
      return null;
  }
}
