import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { api } from "../../http/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ConsolePage } from "../frame/console-page.tsx";
import { linkPaths } from "../frame/console-paths.ts";
import { Badge, toOptions } from "../frame/label.tsx";
import { NetSales } from "../frame/net-sales.tsx";
import { List } from "../list/list.tsx";
import type { Filter } from "../list/list-tools.tsx";
import type { Column } from "../list/table.tsx";
import { soldProductsQuery } from "../orders/queries.ts";
import { LinkDialogs } from "./link-dialogs.tsx";
import {
  describeCount,
  describeEnd,
  describeTerms,
  getLinkName,
  linkStates,
} from "../link-parts/link-copy.ts";
import { linksKey, type Link } from "../link-parts/queries.ts";

const columns: Column<Link>[] = [
  { name: msg`Name`, cell: getLinkName, detail: ({ code }) => `/buy/${code}` },
  {
    name: msg`Sells`,
    cell: ({ productName }) => productName,
    detail: (link, { i18n }) => describeTerms(i18n, link),
  },
  {
    name: msg`Status`,
    cell: ({ state }) => <Badge {...linkStates[state]} />,
    detail: (link, { i18n }) => describeEnd(i18n, link),
  },
  {
    name: msg`Views`,
    phone: "named",
    cell: ({ views }, { formats }) => formats.number(views),
  },
  {
    name: msg`Checkouts`,
    phone: "named",
    cell: ({ checkouts }, { i18n }) => describeCount(i18n, checkouts),
  },
  {
    name: msg`Purchases`,
    phone: "named",
    cell: ({ purchases }, { i18n }) => describeCount(i18n, purchases),
    detail: ({ sales }) => <NetSales totals={sales.totals} />,
  },
  {
    name: msg`Action`,
    cell: (link, { i18n }) => (
      <CopyButton text={link.url} label={i18n._(msg`Copy link ${getLinkName(link)}`)}>
        {i18n._(msg`Copy link`)}
      </CopyButton>
    ),
  },
];

/** `/admin/links`: the permanent links, and what came of each. */
export default function LinksPage() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  return (
    <ConsolePage
      title={t`Permanent links`}
      description={t`Each leads to a purchase. Paste it into emails, posts and other sites.`}
      actions={<ButtonLink kind="primary" href={linkPaths.new({})}>{t`New link`}</ButtonLink>}
    >
      <List
        label={t`Permanent links`}
        queryKey={linksKey}
        source={api.admin.links}
        columns={columns}
        // The filters stay while a link is open.
        rowHref={({ id }) => linkPaths.link(id, params)}
        search={t`Name or code`}
        filters={useLinkFilters()}
        emptyTitle={t`No links yet`}
        emptyText={t`Make a link to sell outside of your shop, with a discount code, an end or a limit if you like.`}
        emptyAction={<ButtonLink href={linkPaths.new({})}>{t`New link`}</ButtonLink>}
      />
      <LinkDialogs />
    </ConsolePage>
  );
}

function useLinkFilters(): Filter[] {
  const products = useQuery(soldProductsQuery).data ?? [];
  return [
    {
      name: "state",
      label: msg`Status`,
      options: toOptions({
        "": msg`Any`,
        active: msg`Active`,
        inactive: msg`Switched off or expired`,
      }),
    },
    {
      name: "productId",
      label: msg`Product`,
      options: [
        { value: "", label: msg`Any` },
        ...products.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ];
}
