import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";

const developers = api.admin.developers;
const developersKey = ["admin", "developers"];

export type ApiKey = InferResponseType<typeof developers.keys.$get>["keys"][number];
export type CreatedKey = InferResponseType<typeof developers.keys.$post>;
type NewKey = InferRequestType<typeof developers.keys.$post>["json"];

export const keysQuery = queryOptions({
  queryKey: [...developersKey, "keys"],
  queryFn: () => read(developers.keys.$get()),
});

/** The features that a program can ask for. */
export const featuresQuery = queryOptions({
  queryKey: [...developersKey, "features"],
  queryFn: () => read(developers.features.$get()),
});

/**
 * A change of a key. It is serialized to survive a fresh sign-in. `lifetimeDays` counts from the time of the request;
 * null if the key works until it is revoked.
 */
export type KeyChange =
  | { action: "create"; name: string; scopes: NewKey["scopes"]; lifetimeDays: number | null }
  | { action: "roll"; id: string; overlapMs: number }
  | { action: "revoke"; id: string };

export const serializeKeyChange = (change: KeyChange) => JSON.stringify(change);

/** Applies a change from `serializeKeyChange`. A created or rolled key is in the result, and nowhere else. */
export function useKeyChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => sendKeyChange(JSON.parse(text) as KeyChange),
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
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
