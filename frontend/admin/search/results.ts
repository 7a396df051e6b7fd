import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { InferResponseType } from "hono/client";
import { queryOptions } from "@tanstack/react-query";
import { joinFacts, type Status } from "../frame/label.tsx";
import { describeDiscount, discountStates, type Discount } from "../discounts/discount-copy.ts";
import { orderStatuses, getCustomerLabel } from "../orders/order-copy.ts";
import { getSubscriptionStatus } from "../subscriptions/subscription-copy.ts";
import { licenseStates } from "../customers/license-states.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Role } from "../../../worker/shared/roles.ts";
import { api, read } from "../../http/client.ts";
import type { Tone } from "../../ui/status-badge.tsx";
import { eventStatuses } from "../events/event-copy.ts";
import { codePaths, consolePaths, linkPaths } from "../frame/console-paths.ts";
import { describeTerms, getLinkName, linkStates } from "../link-parts/link-copy.ts";
import { foundLinksQuery, type Link as FoundLink } from "../link-parts/queries.ts";
import { canOpen } from "../frame/section-list.ts";

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

/** The discount code that is typed as a whole: only Stripe knows the codes, and finds no parts of them. */
export const foundCodeQuery = (text: string, role: Role) =>
  queryOptions({
    queryKey: ["admin", "search", "code", text],
    queryFn: async ({ signal }) =>
      (await read(api.admin.discounts.$get({ query: { code: text } }, { init: { signal } }))).items,
    enabled: /^[\dA-Za-z-]{3,40}$/.test(text) && canOpen(role, consolePaths.discounts),
    staleTime: 30_000,
  });

/** Returns the discount codes that were found. */
export function toCodeGroup(i18n: I18n, found: Discount[]): EntryGroup {
  return {
    heading: i18n._(msg`Discount codes`),
    entries: found.map((discount) => ({
      href: codePaths.discountsLike(discount.code),
      title: discount.code,
      detail: describeDiscount(i18n, discount),
      status: discountStates[discount.state],
    })),
  };
}

/** The permanent links whose name or code has this text, for admins. */
export const foundLinksOf = (text: string, role: Role) =>
  foundLinksQuery(text, text.length > 1 && canOpen(role, consolePaths.links));

/** Returns the permanent links that were found. */
export const toLinkGroup = (i18n: I18n, found: FoundLink[]): EntryGroup => ({
  heading: i18n._(msg`Permanent links`),
  entries: found.map((link) => ({
    href: linkPaths.link(link.id),
    title: getLinkName(link),
    detail: joinFacts(`/buy/${link.code}`, describeTerms(i18n, link)),
    status: linkStates[link.state],
  })),
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
    list?: [path: string, label: MessageDescriptor, search: string | undefined],
  ): EntryGroup => {
    const group = {
      heading: i18n._(heading),
      entries: (results?.items ?? []).map((item) => toEntry(i18n, item)),
    };
    const [path, label, search = ""] = list ?? [];
    if (!results?.hasMore || !label || search.length < 2) return group;
    const allHref = `${path}?${new URLSearchParams({ search })}`;
    return canOpen(role, allHref) ? { ...group, allHref, allLabel: i18n._(label) } : group;
  };
  const groups = [
    toGroup(msg`Customers`, found.customers, toCustomer, [
      consolePaths.customers,
      msg`View all customers`,
      text,
    ]),
    toGroup(msg`Orders`, found.orders, toOrder, [consolePaths.orders, msg`View all orders`, text]),
    toGroup(msg`Subscriptions`, found.subscriptions, toSubscription, [
      consolePaths.subscriptions,
      msg`View all subscriptions`,
      text,
    ]),
    toGroup(msg`Payments`, found.payments, toPayment),
    toGroup(msg`License keys`, found.licenses, toLicense, [
      consolePaths.licenses,
      msg`View all license keys`,
      email,
    ]),
    toGroup(msg`Products`, found.products, toProduct, [
      consolePaths.products,
      msg`View all products`,
      text,
    ]),
    toGroup(msg`Stripe events`, found.events, toEvent, [
      consolePaths.events,
      msg`View all Stripe events`,
      email,
    ]),
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

type Item<Kind extends keyof Found> = NonNullable<Found[Kind]>["items"][number];

function toCustomer(i18n: I18n, { id, name, email, role, status }: Item<"customers">): Entry {
  return {
    href: consolePaths.customer(id),
    title: getCustomerLabel(i18n, { name, email }),
    detail: (name !== null && email) || id,
    ...(role !== "buyer" && { status: { tone: "neutral", label: msg`Team` } }),
    ...(status === "disabled" && { status: { tone: "warning", label: msg`Disabled` } }),
  };
}

function toOrder(i18n: I18n, order: Item<"orders">): Entry {
  const formats = formatsOf(i18n);
  return {
    href: consolePaths.order(order.id),
    title: order.productName,
    detail: joinFacts(getCustomerLabel(i18n, order.user), formats.date(order.createdAt)),
    amount: formats.money(order.totalMinor, order.currency, "exact"),
    status: orderStatuses[order.status],
  };
}

function toSubscription(i18n: I18n, subscription: Item<"subscriptions">): Entry {
  const { id, productName, user, status, createdAt } = subscription;
  const date = formatsOf(i18n).date(createdAt);
  return {
    href: consolePaths.subscription(id),
    title: productName ?? i18n._(msg`Subscription`),
    detail: joinFacts(getCustomerLabel(i18n, user), i18n._(msg`since ${date}`)),
    status: getSubscriptionStatus(status),
  };
}

const paymentStatuses: Record<Item<"payments">["status"], Status> = {
  succeeded: { tone: "good", label: msg`Paid` },
  pending: { tone: "neutral", label: msg`Processing` },
  failed: { tone: "bad", label: msg`Failed` },
};

/** Leads to what was paid for, or else to the customer. */
function toPayment(i18n: I18n, payment: Item<"payments">): Entry {
  const { orderId, subscriptionId, userId, invoiceNumber } = payment;
  const formats = formatsOf(i18n);
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
    detail: joinFacts(
      getCustomerLabel(i18n, { name: payment.userName, email: payment.userEmail }),
      formats.date(payment.createdAt),
    ),
    amount: formats.money(payment.amountMinor, payment.currency, "exact"),
    status: paymentStatuses[payment.status],
  };
}

function toLicense(i18n: I18n, { id, key, benefitName, user, state }: Item<"licenses">): Entry {
  return {
    href: consolePaths.license(id),
    title: key,
    detail: joinFacts(benefitName, user && getCustomerLabel(i18n, user)),
    status: licenseStates[state],
  };
}

const productStatuses: Record<Item<"products">["status"], Status> = {
  published: { tone: "good", label: msg`Published` },
  draft: { tone: "neutral", label: msg`Draft` },
  archived: { tone: "neutral", label: msg`Archived` },
};

function toProduct(_i18n: I18n, { id, name, status }: Item<"products">): Entry {
  return { href: consolePaths.product(id), title: name, status: productStatuses[status] };
}

const eventTones: Record<Item<"events">["status"], Tone> = {
  received: "neutral",
  unmatched: "neutral",
  done: "good",
  ignored: "neutral",
  dead: "bad",
};

function toEvent(i18n: I18n, { id, type, status, receivedAt }: Item<"events">): Entry {
  return {
    href: consolePaths.event(id),
    title: type,
    detail: joinFacts(formatsOf(i18n).date(receivedAt), id),
    status: { tone: eventTones[status], label: eventStatuses[status].label },
  };
}

/** Something that the search leads to. */
export type Entry = {
  href: string;
  title: string;
  /** What tells it apart: an email, a date. */
  detail?: string;
  /** Its total, formatted. */
  amount?: string;
  status?: Status;
};

/** Entries under a heading. `allHref`: the list that has more of them, and `allLabel` its link. */
export type EntryGroup = {
  heading: string;
  entries: Entry[];
  allHref?: string | undefined;
  allLabel?: string;
};
