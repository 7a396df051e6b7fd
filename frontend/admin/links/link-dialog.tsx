import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, type ReactNode } from "react";
import { Link as RouteLink } from "wouter";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DescriptionList } from "../frame/console-page.tsx";
import { consolePaths, linkPaths } from "../frame/console-paths.ts";
import { Badge, joinFacts } from "../frame/label.tsx";
import { NetSales } from "../frame/net-sales.tsx";
import { DiscountCode } from "../orders/discount-code.tsx";
import {
  describeCount,
  describeEnd,
  describeTerms,
  getLinkName,
  linkStates,
} from "../link-parts/link-copy.ts";
import styles from "./links.module.css";
import { SiteCode } from "./site-code.tsx";
import type { Link } from "../link-parts/queries.ts";

// What draws codes is loaded when a link is opened.
const QrCode = lazy(() => import("./qr-code.tsx"));

/** A permanent link to copy, as text and as a QR code, with what came of it. */
export function LinkDialog({
  link,
  onEdit,
  onClose,
}: {
  link: Link;
  onEdit: () => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const { url, state, views, checkouts, sales } = link;
  const metadata = Object.entries(link.metadata).map((entry) => entry.join("="));
  return (
    <Dialog
      isWide
      title={getLinkName(link)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onEdit}>{t`Edit`}</Button>
          <Button kind="primary" onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <p className={styles.url}>
        <a href={url} target="_blank" rel="noreferrer">
          {url}
        </a>{" "}
        <CopyButton text={url}>{t`Copy link`}</CopyButton>
      </p>
      <div className={styles.parts}>
        <DescriptionList
          items={{
            [t`Status`]: (
              <>
                <Badge {...linkStates[state]} /> {describeEnd(i18n, link)}
              </>
            ),
            [t`Sells`]: (
              <>
                <RouteLink href={consolePaths.product(link.productId)}>
                  {link.productName}
                </RouteLink>{" "}
                {describeTerms(i18n, { ...link, discount: null })}
              </>
            ),
            [t`Discount code`]: link.promotionCodeId !== null && (
              <DiscountCode id={link.promotionCodeId} />
            ),
            [t`Page after the payment`]: link.successUrl,
            [t`Metadata`]: metadata.length > 0 && joinFacts(...metadata),
            [t`Views`]: describeCount(i18n, views),
            [t`Checkouts`]: describeCount(i18n, checkouts),
            [t`Purchases`]: <Purchases link={link} />,
            [t`Paid after refunds`]: sales.totals !== null && sales.totals.length > 0 && (
              <NetSales totals={sales.totals} />
            ),
          }}
        />
        <Suspense fallback={<Skeleton width="11rem" />}>
          <QrCode text={url} name={link.code} />
        </Suspense>
      </div>
      <SiteCode link={link} />
    </Dialog>
  );
}

/** How many orders and subscriptions came of a link, leading to them. */
function Purchases({ link: { id, sales } }: { link: Link }): ReactNode {
  const { t, i18n } = useLingui();
  const { orders, subscriptions } = sales;
  if (orders + subscriptions === 0) return describeCount(i18n, 0);
  return (
    <span className={styles.purchases}>
      {orders > 0 && (
        <RouteLink href={linkPaths.orders(id)}>
          {t`${plural(orders, { one: "# order", other: "# orders" })}`}
        </RouteLink>
      )}
      {subscriptions > 0 && (
        <RouteLink href={linkPaths.subscriptions(id)}>
          {t`${plural(subscriptions, { one: "# subscription", other: "# subscriptions" })}`}
        </RouteLink>
      )}
      {sales.isMore && t`and more`}
    </span>
  );
}
