import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { ListDay, type Column } from "../list/table.tsx";
import type { Filter } from "../list/list-tools.tsx";
import { soldProductsQuery } from "../orders/queries.ts";
import { ConsolePage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { roleNames } from "../frame/role-names.ts";
import { List } from "../list/list.tsx";
import { api, read } from "../../http/client.ts";
import { Badge, toOptions } from "../frame/label.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { BulkAction } from "../bulk/run-bulk.ts";
import { toViews } from "../list/list-views.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { getCustomerName } from "./customer-name.tsx";
import { GiveAccess } from "./give-access.tsx";
import { EmailLink } from "./email-link.tsx";
import {
  customerFilterValuesQuery,
  customersKey,
  giftableProductsQuery,
  tagCustomer,
  untagCustomer,
  type GiftableProduct,
  type ListedCustomer,
} from "./queries.ts";

const columns: Column<ListedCustomer>[] = [
  {
    name: msg`Name`,
    cell: (customer, { i18n }) => (
      <>
        {getCustomerName(i18n, customer)} <AccountState {...customer} />
      </>
    ),
    detail: ({ tags }) => tags.length > 0 && tags.join(" · "),
  },
  { name: msg`Email`, cell: ({ email }) => (email === null ? "–" : <EmailLink email={email} />) },
  {
    name: msg`Products`,
    phone: "left_out",
    cell: ({ productNames }) => <Products names={productNames} />,
    detail: ({ inForceCount, productNames }, { i18n }) =>
      productNames.length > 0 && inForceCount === 0 && i18n._(msg`No access now`),
  },
  {
    name: msg`Last purchase`,
    cell: ({ figures }) =>
      figures?.lastPurchaseAt ? <ListDay at={figures.lastPurchaseAt} /> : "–",
    detail: ({ figures }, { formats }) => figures?.country && formats.country(figures.country),
  },
  {
    name: msg`First sign-in`,
    phone: "left_out",
    cell: ({ createdAt }) => <ListDay at={createdAt} />,
  },
  {
    name: msg`Spent`,
    numeric: true,
    phone: "beside",
    cell: ({ figures }, { formats }) =>
      figures?.currency ? formats.money(figures.spentMinor, figures.currency, "exact") : "–",
    detail: ({ figures }, { formats }) =>
      Object.entries(figures?.spentElsewhere ?? {})
        .map(([currency, spentMinor]) => formats.money(spentMinor, currency, "exact"))
        .join(" · "),
  },
];

/** The first product's name, and how many more there are, with all of them in a tooltip. */
function Products({ names }: { names: string[] }) {
  const { t } = useLingui();
  const [first, ...others] = names;
  if (first === undefined) return "–";
  const more = others.length;
  return <span title={names.join("\n")}>{more === 0 ? first : t`${first} and ${more} more`}</span>;
}

/** What the team should know of the account; nothing for an ordinary one. */
function AccountState({ role, status, isGuest }: ListedCustomer) {
  if (status === "deleted") return <Badge tone="neutral" label={msg`Deleted`} />;
  if (status === "disabled") return <Badge tone="bad" label={msg`Disabled`} />;
  if (isGuest) return <Badge tone="neutral" label={msg`Not signed in yet`} />;
  return role === "buyer" ? null : <Badge tone="neutral" label={roleNames[role]} />;
}

const views = toViews("who", {
  customers: msg`Started a checkout`,
  active: msg`Has active access`,
  guests: msg`Not signed in yet`,
  team: msg`Team`,
});

/** `/admin/customers`: all users who have ever signed in or paid. */
export default function CustomersPage() {
  const { t, i18n } = useLingui();
  const [params] = useSearchParams();
  const products = useQuery(giftableProductsQuery).data?.products ?? [];
  return (
    <ConsolePage
      title={t`Customers`}
      description={
        <>
          {t`Everyone who has signed in to your shop or bought something.`}{" "}
          <Link href={consolePaths.waitingGifts}>{t`Waiting gifts`}</Link>
          {" · "}
          <Link href={consolePaths.messages}>{t`Messages`}</Link>
        </>
      }
      actions={
        <>
          <WriteToThem params={params} />
          <GiveAccess />
        </>
      }
    >
      <List
        label={t`Customers`}
        queryKey={customersKey}
        source={api.admin.customers}
        columns={columns}
        rowHref={({ id }) => consolePaths.customer(id)}
        search={t`Email, name or ID`}
        filters={useCustomerFilters()}
        dates={params.get("who") === "customers" ? t`First checkout` : t`First sign-in`}
        views={{ list: "customers", views }}
        summary={{
          describeCount: (count) =>
            t`${plural(count, { one: "# customer", other: "# customers" })}`,
          source: api.admin.customers.summary,
          // Who never bought anything is in no list by what was spent.
          dependsOnSort: true,
        }}
        bulk={{
          getName: (customer) => getCustomerName(i18n, customer),
          actions: [...tagActions, createGiftAction(products)],
        }}
        csvHref="/api/admin/customers/export"
        emptyTitle={t`No customers yet`}
        emptyText={t`Customers appear here when they first sign in.`}
      />
    </ConsolePage>
  );
}

/** Leads to a new message to those whom the list shows. A message is for filters, not for a search. */
function WriteToThem({ params }: { params: URLSearchParams }) {
  const { t } = useLingui();
  const isAdmin = useIsAdmin();
  const { search, ...filters } = Object.fromEntries(params);
  if (!isAdmin) return null;
  return search === undefined ? (
    <ButtonLink href={consolePaths.newMessage(filters)}>{t`Write to them`}</ButtonLink>
  ) : (
    <Button disabledReason={t`Clear the search first. Filters stay.`}>{t`Write to them`}</Button>
  );
}

/** Gives one product to several customers. */
function createGiftAction(products: GiftableProduct[]): BulkAction<ListedCustomer> {
  return {
    label: msg`Give access`,
    doneLabel: msg`Access given`,
    explanation: msg`Each customer gets the product as a gift, free of charge and without an end date.`,
    fields: [
      {
        name: "productId",
        label: msg`Product`,
        options: products.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        name: "note",
        label: msg`Note`,
        hint: msg`The reason for the gift. Only your team can see it.`,
      },
    ],
    getRefusal: ({ status }) =>
      status === "active" ? null : msg`The account is deleted or disabled.`,
    run: ({ id: userId }, { productId = "", note = "" }) =>
      read(api.admin.gifts.$post({ json: { userId, productId, quantity: 1, note } })),
  };
}

const tagField = {
  name: "tag",
  label: msg`Tag`,
  hint: msg`Up to 40 characters. Only your team can see it.`,
};

const tagActions: BulkAction<ListedCustomer>[] = [
  {
    label: msg`Add tag`,
    doneLabel: msg`Tagged`,
    explanation: msg`Each customer gets the tag. You can filter the list by it.`,
    fields: [tagField],
    getRefusal: ({ status }) => (status === "deleted" ? msg`The account is deleted.` : null),
    run: ({ id }, { tag = "" }) => tagCustomer(id, tag),
  },
  {
    label: msg`Remove tag`,
    doneLabel: msg`Removed`,
    explanation: msg`The tag is taken from each customer who has it.`,
    fields: [tagField],
    run: ({ id }, { tag = "" }) => untagCustomer(id, tag),
  },
];

/** Returns the filters by what customers bought, and the order. */
function useCustomerFilters(): Filter[] {
  const { i18n } = useLingui();
  const { tags = [], countries = [] } = useQuery(customerFilterValuesQuery).data ?? {};
  const products = useQuery(soldProductsQuery).data ?? [];
  const any = { value: "", label: msg`Any` };
  return [
    {
      name: "product",
      label: msg`Product`,
      options: [any, ...products.map(({ id, name }) => ({ value: id, label: name }))],
    },
    {
      name: "bought",
      label: msg`Last purchase`,
      options: toOptions({
        "": msg`Any time`,
        "30": msg`In the last 30 days`,
        "90": msg`In the last 90 days`,
        "365": msg`In the last year`,
        "-90": msg`More than 90 days ago`,
        "-365": msg`More than a year ago`,
      }),
    },
    {
      name: "spent",
      label: msg`Spent`,
      options: [
        any,
        ...[1, 50, 100, 500, 1000].map((amount) => ({
          value: String(amount),
          label: i18n._(msg`${formatsOf(i18n).number(amount)} or more`),
        })),
      ],
    },
    {
      name: "country",
      label: msg`Country`,
      options: [
        any,
        ...countries.map((country) => ({
          value: country,
          label: formatsOf(i18n).country(country),
        })),
      ],
    },
    ...(tags.length === 0
      ? []
      : [
          {
            name: "tag",
            label: msg`Tag`,
            options: [any, ...tags.map((tag) => ({ value: tag, label: tag }))],
          },
        ]),
    {
      name: "sort",
      label: msg`Sort`,
      options: toOptions({
        "": msg`Newest first`,
        spent: msg`Most spent first`,
        last_purchase: msg`Latest purchase first`,
      }),
    },
  ];
}
