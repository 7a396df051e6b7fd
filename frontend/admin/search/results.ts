import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { InferResponseType } from "hono/client";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Role } from "../../../worker/lib/roles.ts";
import { queryOptions } from "@tanstack/react-query";
import { api, read } from "../../http/client.ts";
import type { Tone } from "../../ui/status-badge.tsx";
import { statusLabels as eventStatusLabels } from "../events/event-copy.ts";
import { consolePaths } from "../frame/console-paths.ts";
import { canOpen } from "../frame/section-list.ts";
import { getLicenseStateLabel, getLicenseTone } from "../licenses/console-license-copy.ts";
import { getCustomerLabel, getOrderStatusLabel, getOrderTone } from "../orders/order-copy.ts";
import {
  getSubscriptionStatusLabel,
  getSubscriptionTone,
} from "../subscriptions/subscription-copy.ts";
import type { Entry, EntryGroup } from "./entries.ts";

type Found = InferResponseType<typeof api.admin.search.$get, 200>;

/** What the server finds by this text. */
export const searchResultsQuery = (text: string) =>
  queryOptions({
    queryKey: ["admin", "search", text],
    queryFn: ({ signal }) =>
      read(api.admin.search.$get({ query: { search: text } }, { init: { signal } })),
    enabled: text !== "",
    staleTime: 30_000,
  });

/** Returns the results by kind, without the kinds of which nothing was found. */
export function groupResults(i18n: I18n, found: Found, text: string, role: Role): EntryGroup[] {
  // The lists of events and keys are searched by email only.
  const email = text.includes("@") ? text : undefined;
  /** @param list the list with all of them, if it can be searched by `search`, which takes two characters */
  const toGroup = <Item>(
    heading: MessageDescriptor,
    results: { items: Item[]; hasMore: boolean } | null,
    toEntry: (i18n: I18n, item: Item) => Entry,
    list?: { path: string; label: MessageDescriptor; search: string | undefined },
  ): EntryGroup => {
    const group = {
      heading: i18n._(heading),
      entries: (results?.items ?? []).map((item) => toEntry(i18n, item)),
    };
    if (!results?.hasMore || !list?.search || list.search.length < 2) return group;
    const allHref = `${list.path}?${new URLSearchParams({ search: list.search })}`;
    return canOpen(role, allHref) ? { ...group, allHref, allLabel: i18n._(list.label) } : group;
  };
  const groups = [
    toGroup(msg`Customers`, found.customers, toCustomer, {
      path: consolePaths.customers,
      label: msg`View all customers`,
      search: text,
    }),
    toGroup(msg`Orders`, found.orders, toOrder, {
      path: consolePaths.orders,
      label: msg`View all orders`,
      search: text,
    }),
    toGroup(msg`Subscriptions`, found.subscriptions, toSubscription, {
      path: consolePaths.subscriptions,
      label: msg`View all subscriptions`,
      search: text,
    }),
    toGroup(msg`Payments`, found.payments, toPayment),
    toGroup(msg`License keys`, found.licenses, toLicense, {
      path: consolePaths.licenses,
      label: msg`View all license keys`,
      search: email,
    }),
    toGroup(msg`Products`, found.products, toProduct, {
      path: consolePaths.products,
      label: msg`View all products`,
      search: text,
    }),
    toGroup(msg`Stripe events`, found.events, toEvent, {
      path: consolePaths.events,
      label: msg`View all Stripe events`,
      search: email,
    }),
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

const join = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(" · ");

type Item<Kind extends keyof Found> = NonNullable<Found[Kind]>["items"][number];

function toCustomer(i18n: I18n, { id, name, email, role, status }: Item<"customers">): Entry {
  return {
    href: consolePaths.customer(id),
    title: getCustomerLabel(i18n, { name, email }),
    detail: (name !== null && email) || id,
    ...(role !== "buyer" && { status: { tone: "neutral", label: i18n._(msg`Team`) } }),
    ...(status === "disabled" && { status: { tone: "warning", label: i18n._(msg`Disabled`) } }),
  };
}

function toOrder(i18n: I18n, order: Item<"orders">): Entry {
  const formats = formatsOf(i18n);
  return {
    href: consolePaths.order(order.id),
    title: order.productName,
    detail: join(getCustomerLabel(i18n, order.user), formats.date(order.createdAt)),
    amount: formats.money(order.totalMinor, order.currency, "exact"),
    status: { tone: getOrderTone(order.status), label: getOrderStatusLabel(i18n, order.status) },
  };
}

function toSubscription(i18n: I18n, subscription: Item<"subscriptions">): Entry {
  const { id, productName, user, status, createdAt } = subscription;
  const date = formatsOf(i18n).date(createdAt);
  return {
    href: consolePaths.subscription(id),
    title: productName ?? i18n._(msg`Subscription`),
    detail: join(getCustomerLabel(i18n, user), i18n._(msg`since ${date}`)),
    status: { tone: getSubscriptionTone(status), label: getSubscriptionStatusLabel(i18n, status) },
  };
}

const paymentStatuses: Record<
  Item<"payments">["status"],
  { tone: Tone; label: MessageDescriptor }
> = {
  succeeded: { tone: "good", label: msg`Paid` },
  pending: { tone: "neutral", label: msg`Processing` },
  failed: { tone: "bad", label: msg`Failed` },
};

/** Leads to what was paid for, or else to the customer. */
function toPayment(i18n: I18n, payment: Item<"payments">): Entry {
  const { orderId, subscriptionId, userId, invoiceNumber } = payment;
  const formats = formatsOf(i18n);
  const { tone, label } = paymentStatuses[payment.status];
  const page =
    orderId !== null
      ? consolePaths.order(orderId)
      : subscriptionId !== null
        ? consolePaths.subscription(subscriptionId)
        : consolePaths.customer(userId);
  return {
    // Several payments can lead to one page.
    href: `${page}#${payment.id}`,
    title: i18n._(invoiceNumber === null ? msg`Payment` : msg`Invoice ${invoiceNumber}`),
    detail: join(
      getCustomerLabel(i18n, { name: payment.userName, email: payment.userEmail }),
      formats.date(payment.createdAt),
    ),
    amount: formats.money(payment.amountMinor, payment.currency, "exact"),
    status: { tone, label: i18n._(label) },
  };
}

function toLicense(i18n: I18n, { id, key, benefitName, user, state }: Item<"licenses">): Entry {
  return {
    href: consolePaths.license(id),
    title: key,
    detail: join(benefitName, user && getCustomerLabel(i18n, user)),
    status: { tone: getLicenseTone(state), label: getLicenseStateLabel(i18n, state) },
  };
}

const productStatuses: Record<
  Item<"products">["status"],
  { tone: Tone; label: MessageDescriptor }
> = {
  published: { tone: "good", label: msg`Published` },
  draft: { tone: "neutral", label: msg`Draft` },
  archived: { tone: "neutral", label: msg`Archived` },
};

function toProduct(i18n: I18n, { id, name, status }: Item<"products">): Entry {
  const { tone, label } = productStatuses[status];
  return {
    href: consolePaths.product(id),
    title: name,
    status: { tone, label: i18n._(label) },
  };
}

const eventTones: Record<Item<"events">["status"], Tone> = {
  received: "neutral",
  unplaced: "neutral",
  done: "good",
  ignored: "neutral",
  dead: "bad",
};

function toEvent(i18n: I18n, { id, type, status, receivedAt }: Item<"events">): Entry {
  return {
    href: consolePaths.event(id),
    title: type,
    detail: join(formatsOf(i18n).date(receivedAt), id),
    status: { tone: eventTones[status], label: i18n._(eventStatusLabels[status]) },
  };
}
