import { useMutation } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { useLocation } from "wouter";
import { api, read } from "../../http/client.ts";
import { isApiError } from "../../http/errors.ts";
import { queryKeys } from "../../http/query-keys.ts";
import { routeQuery } from "../../http/route-query.ts";
import { paths } from "../../paths.ts";
import { forgetOpenedLink } from "./opened-link.ts";

const route = api.me["gift-links"];

/** A gift that is given by a secret link. */
export type GiftLink = InferResponseType<typeof route.$post>;

export const giftLinkQuery = (secret: string) =>
  routeQuery(queryKeys.giftLink(secret), () => route.$post({ json: { secret } }));

/**
 * Accepts the gift and opens it in the library. Signed-out users sign in first, and then accept it on the way back.
 */
export function useAcceptGift(secret: string) {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => read(route.claim.$post({ json: { secret } })),
    onSuccess: async ({ entryId }, _input, _result, { client }) => {
      forgetOpenedLink();
      await client.invalidateQueries({ queryKey: queryKeys.me });
      navigate(entryId === null ? paths.library : paths.libraryEntry(entryId), { replace: true });
    },
    onError: async (error, _input, _result, { client }) => {
      if (isApiError(error, "unauthenticated")) navigate(paths.signIn(paths.acceptGift));
      else await client.invalidateQueries({ queryKey: queryKeys.giftLink(secret) });
    },
  });
}
