import { plural, msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CheckField, FieldRow, SelectField } from "../../ui/field/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { EditablePrice, EditableProduct } from "./editor-queries.ts";
import { NewTargetPrice } from "./new-target-price.tsx";
import shapes from "../frame/shapes.module.css";
import {
  useStartPriceMove,
  type PriceMovePreview,
  usePriceMovePreview,
} from "./price-move-queries.ts";
import type { I18n } from "@lingui/core";
import { LoadMore } from "../list/load-more.tsx";
import { DescriptionList } from "../frame/console-page.tsx";
import { Table, type Column } from "../list/table.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { describeSubscriberCount, describeReason, listLeftOut } from "./price-move-copy.ts";

const noticeDayOptions = [0, 7, 14, 30, 60, 90];

/** The prices that the subscribers of this price can be moved to. The server checks the same. */
function listTargets(product: EditableProduct, from: EditablePrice): EditablePrice[] {
  return product.prices.filter(
    (to) =>
      to.id !== from.id &&
      to.active &&
      to.type === "recurring" &&
      to.stripePriceId !== null &&
      to.currency === from.currency &&
      to.interval === from.interval &&
      to.intervalCount === from.intervalCount &&
      to.model === from.model,
  );
}

/** Chooses the new price and the notice, previews who moves, and starts the move. */
export function PriceMoveForm({
  product,
  price,
}: {
  product: EditableProduct;
  price: EditablePrice;
}) {
  const { t, i18n } = useLingui();
  const targets = listTargets(product, price);
  const [chosenId, setChosenId] = useState(targets[0]?.id ?? "");
  const [noticeDays, setNoticeDays] = useState("30");
  const [sendsEmails, setSendsEmails] = useState(true);
  const confirmation = useConfirmation(useStartPriceMove(product.id));
  const productPath = consolePaths.product(product.id);
  const productName = product.name;
  const currency = price.currency.toUpperCase();
  const target = targets.find(({ id }) => id === chosenId);
  if (!target)
    return (
      <EmptyState title={t`No price to move to`}>
        {product.status === "published" ? (
          <NewTargetPrice product={product} price={price} />
        ) : (
          <p>
            <Trans>
              Add a price in {currency} with the same interval to{" "}
              <Link href={productPath}>{productName}</Link>, publish the product, then come back.
            </Trans>
          </p>
        )}
      </EmptyState>
    );
  const rate = describeRate(i18n, target);
  return (
    <div className={shapes.stack}>
      <FieldRow>
        <SelectField
          label={t`New price`}
          value={target.id}
          options={targets.map((each) => ({ value: each.id, label: describeRate(i18n, each) }))}
          onChange={(event) => setChosenId(event.target.value)}
        />
        <SelectField
          label={t`Notice period`}
          hint={t`The new price applies from the first renewal after the notice period. Customers whose law asks for a longer notice get that, and their email no earlier than it allows.`}
          value={noticeDays}
          options={noticeDayOptions.map((days) => ({
            value: String(days),
            label: t`${plural(days, { 0: "None", one: "# day", other: "# days" })}`,
          }))}
          onChange={(event) => setNoticeDays(event.target.value)}
        />
      </FieldRow>
      <PriceMovePreviewPart
        key={target.id}
        productId={product.id}
        from={price.id}
        to={target.id}
        renderActions={(preview) => (
          <>
            {preview.isOffered && (
              <Notice tone="info" title={t`The current price is still for sale.`}>
                <p>
                  <Trans>
                    New subscribers at this price won’t be moved.{" "}
                    <Link href={productPath}>Archive the price</Link> first.
                  </Trans>
                </p>
              </Notice>
            )}
            <CheckField
              label={t`Email each subscriber`}
              hint={
                preview.canSendEmails
                  ? t`The email states the current price, the new price, the date it applies, and how to cancel. If you don’t send it, notify subscribers yourself.`
                  : t`This shop can’t send email yet. Notify subscribers yourself before you start.`
              }
              checked={sendsEmails && preview.canSendEmails}
              disabled={!preview.canSendEmails}
              onChange={(event) => setSendsEmails(event.target.checked)}
            />
            {preview.subscribers > 0 && (
              <div>
                <Button
                  kind="primary"
                  onClick={() =>
                    confirmation.ask({
                      fromPriceId: price.id,
                      toPriceId: target.id,
                      noticeDays: Number(noticeDays),
                      sendsEmails: sendsEmails && preview.canSendEmails,
                    })
                  }
                >
                  <Plural
                    value={{ count: preview.subscribers }}
                    one="Move # subscriber"
                    other="Move # subscribers"
                  />
                </Button>
              </div>
            )}
            {confirmation.asked && (
              <ConfirmDialog
                title={t`${plural({ count: preview.subscribers }, { one: `Move # subscriber to ${rate}?`, other: `Move # subscribers to ${rate}?` })}`}
                confirmLabel={t`Move subscribers`}
                busyLabel={t`Starting…`}
                {...confirmation.dialog}
              >
                <p>
                  {confirmation.asked.input.sendsEmails
                    ? t`Subscribers get an email now, or later if their law limits how early it may come.`
                    : t`Subscribers won’t get an email from this shop.`}{" "}
                  <Trans>
                    Nobody is charged today. You can cancel the move for subscribers who don’t have
                    the new price yet.
                  </Trans>
                </p>
              </ConfirmDialog>
            )}
          </>
        )}
      />
    </div>
  );
}

type PreviewedSubscription = PriceMovePreview["subscriptions"][number];

/** Shows who would move, who would not and why, and what it changes in money. */
function PriceMovePreviewPart({
  productId,
  from,
  to,
  renderActions,
}: {
  productId: string;
  from: string;
  to: string;
  renderActions: (preview: PriceMovePreview) => ReactNode;
}) {
  const { t, i18n } = useLingui();
  const list = usePriceMovePreview(productId, from, to);
  const preview = list.data?.pages[0];
  if (!preview) return <QueryBoundary query={list}>{() => null}</QueryBoundary>;
  const subscriptions = list.data?.pages.flatMap((page) => page.subscriptions) ?? [];
  if (subscriptions.length === 0)
    return (
      <EmptyState
        title={t`No subscribers at this price`}
        text={t`There are no subscribers to move.`}
      />
    );
  return (
    <>
      <DescriptionList
        items={{
          [t`To be moved`]: describeSubscriberCount(i18n, preview.subscribers),
          [t`Current revenue`]: describeSum(i18n, preview, preview.nowMinor),
          [t`New revenue`]: describeSum(i18n, preview, preview.afterMinor),
          [t`Difference`]: describeDifference(i18n, preview),
          ...listLeftOut(i18n, preview.leftOut),
        }}
      />
      <p className={shapes.soft}>{t`Amounts are before discounts and tax.`}</p>
      {renderActions(preview)}
      <Table
        label={t`Subscribers`}
        columns={createColumns(preview)}
        rows={subscriptions}
        rowHref={({ id }) => consolePaths.subscription(id)}
      />
      <LoadMore list={list} />
    </>
  );
}

function createColumns({ currency }: PriceMovePreview): Column<PreviewedSubscription>[] {
  return [
    { name: msg`Customer`, cell: ({ name, email, userId }) => name ?? email ?? userId },
    {
      name: msg`Renews`,
      cell: ({ currentPeriodEnd, leftOut }, { i18n, formats }) =>
        leftOut !== null
          ? i18n._(msg`Not moved: ${{ reason: describeReason(i18n, leftOut) }}`)
          : currentPeriodEnd === null
            ? "–"
            : formats.date(currentPeriodEnd),
    },
    {
      name: msg`Current price`,
      numeric: true,
      cell: ({ nowMinor }, { formats }) => formats.money(nowMinor, currency),
    },
    {
      name: msg`New price`,
      numeric: true,
      cell: ({ leftOut, afterMinor }, { formats }) =>
        leftOut === null ? formats.money(afterMinor, currency) : "–",
    },
  ];
}

function describeSum(i18n: I18n, preview: PriceMovePreview, amountMinor: number): string {
  return describeRate(i18n, { ...preview, amountMinor });
}

function describeDifference(i18n: I18n, preview: PriceMovePreview): string {
  const change = preview.afterMinor - preview.nowMinor;
  if (change === 0) return i18n._(msg`None`);
  const rate = describeRate(i18n, { ...preview, amountMinor: Math.abs(change) });
  return change > 0 ? i18n._(msg`${rate} more`) : i18n._(msg`${rate} less`);
}
