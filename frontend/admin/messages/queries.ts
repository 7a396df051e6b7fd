import { queryOptions } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import { api, read, send } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";
import type { Locale } from "../../../worker/shared/locales.ts";
import { getListKey, itemQuery, useChange } from "../frame/queries.ts";

const messages = api.admin.messages;
const message = messages[":id"];

export type ListedMessage = InferResponseType<typeof messages.$get>["items"][number];

/** A message with its text. */
export type Message = InferResponseType<typeof message.$get>;

export type MessageInput = InferRequestType<typeof messages.$post>["json"];

/** How many would get a draft, and how many it leaves out, by reason. */
export type RecipientCount = InferResponseType<typeof message.recipients.$get>;

export const messagesKey = ["admin", "messages"];

/** How often the progress is fetched while a message is being sent. */
const BUSY_REFRESH_MS = 5_000;

export const isBeingSent = ({ status }: Pick<Message, "status">) =>
  status === "listing" || status === "sending";

/** A message. Refreshed while it is being sent. */
export const messageQuery = (id: string) =>
  queryOptions({
    ...itemQuery(messagesKey, message)(id),
    refetchInterval: ({ state }) =>
      state.data && isBeingSent(state.data) ? BUSY_REFRESH_MS : false,
  });

/** Counts who would get this version of a draft. */
export const recipientsQuery = (id: string, updatedAt: number) =>
  routeQuery([...messagesKey, id, "recipients", updatedAt], () =>
    message.recipients.$get({ param: { id } }),
  );

/** The URL of the HTML of a saved message. @param version so that the frame loads it again after a change */
export const getMessageHtmlUrl = (
  id: string,
  query: { locale: string; scheme: "light" | "dark" },
  version: number,
) => `/api/admin/messages/${id}/html?${new URLSearchParams(query)}#${version}`;

export const createMessage = (json: MessageInput) => read(messages.$post({ json }));

export const updateMessage = (id: string, json: InferRequestType<typeof message.$put>["json"]) =>
  read(message.$put({ param: { id }, json }));

/** Sends a saved draft to the member, as a test. @param locale of what every email has around the message */
export const sendTest = (id: string, locale: Locale) =>
  read(message.test.$post({ param: { id }, json: { locale } }));

/** Sends the version of a draft that was saved at this time. */
export const useSendMessage = (id: string) =>
  useChange(messagesKey, (updatedAt: number) =>
    read(message.sending.$post({ param: { id }, json: { updatedAt } })),
  );

export const useStopSending = (id: string) =>
  useChange(messagesKey, () => read(message.sending.$delete({ param: { id } })));

export const useDeleteDraft = (id: string) =>
  useChange(getListKey(messagesKey), (updatedAt: number) =>
    send(message.$delete({ param: { id }, query: { updatedAt: String(updatedAt) } })),
  );

/** How a customer is called, who is written to. */
export const customerNameQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, "customer", id],
    queryFn: async () => {
      const { items } = await read(api.admin.customers.$get({ query: { search: id, limit: 1 } }));
      return items[0]?.name ?? items[0]?.email ?? id;
    },
  });

/** How a product is called, whose customers are written to. */
export const productNameQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, "product", id],
    queryFn: async () => {
      const { products } = await read(api.admin.gifts.products.$get({ query: {} }));
      return products.find((product) => product.id === id)?.name ?? id;
    },
  });
