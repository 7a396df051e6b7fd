import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api, read } from "../../http/client.ts";
import { consolePaths } from "../frame/console-paths.ts";
import { getListKey } from "../frame/queries.ts";
import { describeSummary } from "../list/list-summary.tsx";
import { ordersKey } from "../orders/queries.ts";
import { subscriptionsKey } from "../subscriptions/queries.ts";

/** What a product has sold, with links to its orders and subscriptions. Shows nothing before its first sale. */
export function ProductSales({ productId }: { productId: string }) {
  const { t, i18n } = useLingui();
  const query = { productId };
  const active = { productId, status: "active" } as const;
  const orders = useQuery({
    queryKey: [...getListKey(ordersKey), "summary", query],
    queryFn: () => read(api.admin.orders.summary.$get({ query })),
  }).data;
  const subscriptions = useQuery({
    queryKey: [...getListKey(subscriptionsKey), "summary", active],
    queryFn: () => read(api.admin.subscriptions.summary.$get({ query: active })),
  }).data;
  const more = (count: string, isMore: boolean) => (isMore ? t`More than ${count}` : count);
  const links = [
    orders &&
      orders.count > 0 && {
        href: `${consolePaths.orders}?${new URLSearchParams(query)}`,
        text: describeSummary(i18n, orders, (count, isMore) =>
          more(t`${plural(count, { one: "# order", other: "# orders" })}`, isMore),
        ),
      },
    subscriptions &&
      subscriptions.count > 0 && {
        href: `${consolePaths.subscriptions}?${new URLSearchParams(active)}`,
        text: more(
          t`${plural(subscriptions.count, { one: "# active subscription", other: "# active subscriptions" })}`,
          subscriptions.isMore,
        ),
      },
  ].filter((link) => link !== undefined && link !== false);
  return links.map(({ href, text }) => (
    <p key={href}>
      <Link href={href}>{text}</Link>
    </p>
  ));
}
