import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";
import { useChange } from "../frame/queries.ts";

const customer = api.admin.customers[":userId"];

/** A user in the list of customers. */
export type ListedCustomer = InferResponseType<typeof api.admin.customers.$get>["items"][number];

/** Everything about one user. */
export type CustomerDetails = InferResponseType<typeof customer.$get>;

export type CustomerLibraryEntry = CustomerDetails["libraryEntries"][number];
export type CustomerNote = CustomerDetails["notes"][number];
export type CustomerEmail = CustomerDetails["emails"][number];

/** What Stripe says about a customer now. */
export type StripeState = InferResponseType<typeof customer.stripe.$get, 200>;

/** A checkout as this shop knows it, with what Stripe says of its outcome and failed attempts. */
export type CustomerCheckout = CustomerDetails["checkouts"][number] &
  Pick<StripeState["checkouts"][number], "attempts">;

/** What a sync that the team started changed. */
export type SyncOutcome = InferResponseType<typeof customer.sync.$post, 200>;

export type License = CustomerDetails["licenses"][number];

/** The effects of a merge. */
export type MergePreview = InferResponseType<typeof customer.merge.$get>;

export const customersKey = ["admin", "customers"];

/** The tags and countries that customers have. */
export const customerFilterValuesQuery = routeQuery([...customersKey, "filter-values"], () =>
  api.admin.customers.filters.$get({ query: {} }),
);

export const customerQuery = (userId: string) =>
  routeQuery([...customersKey, userId], () => customer.$get({ param: { userId } }));

/** Asks Stripe about a customer. A part of the page's key, so that every change of the customer asks again. */
export const stripeStateQuery = (userId: string) =>
  routeQuery([...customersKey, userId, "stripe"], () =>
    customer.stripe.$get({ param: { userId } }),
  );

/** An email as it would be sent now. */
export const emailQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: [...customersKey, userId, "email", id],
    queryFn: () => read(customer.emails[":id"].$get({ param: { userId, id } })),
    staleTime: 0,
  });

/** A product that can be given as a gift. */
export type GiftableProduct = InferResponseType<
  typeof api.admin.gifts.products.$get
>["products"][number];

export type NewGift = Parameters<typeof api.admin.gifts.$post>[0]["json"];

/** Gives a product. */
export const useGift = () =>
  useChange(customersKey, (json: NewGift) => read(api.admin.gifts.$post({ json })));

/** The products for sale, which can be given, and which a link can be made for. */
export const giftableProductsQuery = routeQuery(["admin", "giftable"], () =>
  api.admin.gifts.products.$get({ query: {} }),
);

/** The first matches of a customer search. */
export const customerSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [...customersKey, "search", search],
    queryFn: () => read(api.admin.customers.$get({ query: { search, limit: 5 } })),
    enabled: search.length >= 2,
  });

/** The effects of merging `fromId` into `intoId`. */
export const mergePreviewQuery = (fromId: string, intoId: string) =>
  queryOptions({
    queryKey: [...customersKey, intoId, "merge", fromId],
    queryFn: () => read(customer.merge.$get({ param: { userId: intoId }, query: { fromId } })),
    // The user confirms these effects, so they must be current.
    staleTime: 0,
  });

/** A gift that nobody has yet. */
export type WaitingGift = InferResponseType<typeof api.admin.gifts.waiting.$get>["items"][number];

/** Gifts that wait. A part of the customers' key, because a gift or its end changes both. */
export const waitingGiftsKey = [...customersKey, "waiting gifts"];

/** Emails a waiting gift again, or to another address. */
export const emailGift = ({ id, email }: { id: string; email?: string }) =>
  send(
    api.admin.gifts[":id"].email.$post({
      param: { id },
      json: email === undefined ? {} : { email },
    }),
  );

export const revokeGift = (id: string) =>
  read(api.admin.gifts[":id"].ending.$post({ param: { id } }));

/** Revokes a gift of a customer. */
export function useRevokeGift() {
  return useChange(customersKey, ({ id }: CustomerLibraryEntry) => revokeGift(id));
}

/** Disables or enables a license key. */
export function useSetLicenseDisabled() {
  return useChange(customersKey, ({ id, isDisabled }: { id: string; isDisabled: boolean }) => {
    const { suspension } = api.admin.licenses[":id"];
    const param = { param: { id } };
    return send(isDisabled ? suspension.$post(param) : suspension.$delete(param));
  });
}

/** The input of `useEndSessions` that ends every session. */
export const allSessions = "all";

/** Ends one session of the user, or `allSessions`. */
export function useEndSessions(userId: string) {
  const { sessions } = customer;
  return useChange(customersKey, (id: string) =>
    send(
      id === allSessions
        ? sessions.$delete({ param: { userId } })
        : sessions[":id"].$delete({ param: { userId, id } }),
    ),
  );
}

/** Refetches the customer from Stripe. */
export function useSyncCustomer(userId: string) {
  return useChange(customersKey, () => read(customer.sync.$post({ param: { userId } })));
}

/** Emails the link to what a customer bought without signing in again, or to another address. */
export const emailGuest = (userId: string, email: string) =>
  send(customer["guest-email"].$post({ param: { userId }, json: { email } }));

/** Sends an email again. */
export function useResendEmail(userId: string) {
  return useChange(customersKey, (id: string) =>
    read(customer.emails[":id"].copies.$post({ param: { userId, id } })),
  );
}

/** Adds a note, or changes the one with this id. */
export function useSaveNote(userId: string) {
  const { notes } = customer;
  return useChange<{ id: string | null; body: string }, unknown>(customersKey, ({ id, body }) =>
    id === null
      ? read(notes.$post({ param: { userId }, json: { body } }))
      : send(notes[":id"].$put({ param: { userId, id }, json: { body } })),
  );
}

/** Deletes a note. */
export function useDeleteNote(userId: string) {
  return useChange(customersKey, (id: string) =>
    send(customer.notes[":id"].$delete({ param: { userId, id } })),
  );
}

/** Merges the account with the given id into this one. */
export function useMergeAccounts(userId: string) {
  return useChange(customersKey, (fromId: string) =>
    send(customer.merge.$post({ param: { userId }, json: { fromId } })),
  );
}

const { tags } = customer;

export const tagCustomer = (userId: string, tag: string) =>
  send(tags.$post({ param: { userId }, json: { tag } }));

export const untagCustomer = (userId: string, tag: string) =>
  send(tags[":tag"].$delete({ param: { userId, tag } }));

/** Adds a tag to a customer. */
export const useAddTag = (userId: string) =>
  useChange(customersKey, (tag: string) => tagCustomer(userId, tag));

/** Removes a tag from a customer. */
export const useRemoveTag = (userId: string) =>
  useChange(customersKey, (tag: string) => untagCustomer(userId, tag));
