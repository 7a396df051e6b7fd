import { useLingui, Plural } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { DetailPage, ConsolePage, PageSection, DescriptionList } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { NotFound } from "../../shell/not-found.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import {
  editableProductQuery,
  type EditablePrice,
  type EditableProduct,
} from "./editor-queries.ts";
import { PriceMoveForm } from "./price-move-form.tsx";
import {
  priceMovesQuery,
  useChangePriceMove,
  useMovedSubscribers,
  type MovedSubscriber,
  type PriceMove,
} from "./price-move-queries.ts";
import { msg, plural } from "@lingui/core/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { LoadMore } from "../list/load-more.tsx";
import { Table, type Column } from "../list/table.tsx";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { LoadError } from "../../shell/load-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import shapes from "../frame/shapes.module.css";
import { describeProgress, describeReason, listLeftOut } from "./price-move-copy.ts";

/** `/admin/products/:id/prices/:priceId/move`: moves the subscribers of a price to another one. */
export default function MoveSubscribersPage() {
  return <DetailPage query={editableProductQuery} Content={ProductPrice} />;
}

function ProductPrice({ data: product }: { data: EditableProduct }) {
  const { priceId = "" } = useParams();
  const price = product.prices.find((each) => each.id === priceId);
  if (price?.type !== "recurring") return <NotFound />;
  return <MoveSubscribers product={product} price={price} />;
}

function MoveSubscribers({ product, price }: { product: EditableProduct; price: EditablePrice }) {
  const { t, i18n } = useLingui();
  const query = useQuery(priceMovesQuery(product.id));
  const rate = describeRate(i18n, price);
  const describePrice = (id: string) => {
    const found = product.prices.find((each) => each.id === id);
    return found ? describeRate(i18n, found) : id;
  };
  return (
    <ConsolePage
      title={t`Move subscribers`}
      parent={{ href: consolePaths.product(product.id), name: product.name }}
      description={t`Subscribers at ${rate} keep this price until you move them. The new price applies from a later renewal, never during a period that is already paid.`}
    >
      <QueryBoundary query={query}>
        {(moves) => {
          const ours = moves.filter(({ fromPriceId }) => fromPriceId === price.id);
          const isOpen = ours.some(({ endedAt }) => endedAt === null);
          return (
            <>
              {!isOpen && (
                <PageSection title={t`New move`}>
                  <PriceMoveForm product={product} price={price} />
                </PageSection>
              )}
              {ours.map((move) => (
                <PriceMoveProgress
                  key={move.id}
                  move={move}
                  title={t`From ${{ from: describePrice(move.fromPriceId) }} to ${{ to: describePrice(move.toPriceId) }}`}
                />
              ))}
            </>
          );
        }}
      </QueryBoundary>
    </ConsolePage>
  );
}

/** How far a move is, who was left out, what failed, and how to cancel it. */
function PriceMoveProgress({ move, title }: { move: PriceMove; title: string }) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const { endedAt, status, failed, leftOut } = move;
  const change = useChangePriceMove(move);
  const cancellation = useConfirmation(change);
  return (
    <PageSection
      title={title}
      actions={
        endedAt === null &&
        status !== "canceling" && (
          <Button onClick={() => cancellation.ask("cancel")}>{t`Cancel move`}</Button>
        )
      }
    >
      <output>{describeProgress(i18n, move)}</output>
      <DescriptionList
        items={{
          [t`Started`]: formats.dateTime(move.createdAt),
          [t`Ended`]: endedAt === null ? null : formats.dateTime(endedAt),
          [t`Emails`]: move.sendsEmails ? t`Sent to each subscriber` : t`Not sent`,
          ...listLeftOut(i18n, leftOut),
        }}
      />
      {failed > 0 && (
        <Notice
          tone="error"
          title={t`${plural(failed, { one: "# subscriber couldn’t be moved yet.", other: "# subscribers couldn’t be moved yet." })}`}
          text={t`They keep the current price for now. The move is retried automatically. See Stripe’s response below.`}
        >
          <Button busy={change.isPending} onClick={() => change.mutate("retry")}>
            {change.isPending ? t`Retrying…` : t`Retry now`}
          </Button>
          {change.isError && !cancellation.asked && <ErrorNotice error={change.error} />}
        </Notice>
      )}
      {failed > 0 && <Subscribers move={move} state="failed" label={t`Failed subscribers`} />}
      {leftOut.length > 0 && (
        <Subscribers move={move} state="left_out" label={t`Subscribers not moved`} />
      )}
      {cancellation.asked && (
        <ConfirmDialog
          title={t`Cancel this move?`}
          confirmLabel={t`Cancel move`}
          cancelLabel={t`Keep move`}
          kind="danger"
          busyLabel={t`Canceling…`}
          {...cancellation.dialog}
        >
          <p>
            <Plural
              value={{ planned: move.planned }}
              one="# subscriber will keep the old price."
              other="# subscribers will keep the old price."
            />{" "}
            {move.sendsEmails && t`They get an email about it.`}{" "}
            {t`Subscribers who already have the new price keep it.`}
          </p>
        </ConfirmDialog>
      )}
    </PageSection>
  );
}

const columns: Record<"left_out" | "failed", Column<MovedSubscriber>[]> = {
  left_out: [
    { name: msg`Not moved`, cell: ({ name, email, userId }) => name ?? email ?? userId },
    {
      name: msg`Reason`,
      cell: ({ reason }, { i18n }) => (reason === null ? "–" : describeReason(i18n, reason)),
    },
  ],
  failed: [
    { name: msg`Customer`, cell: ({ name, email, userId }) => name ?? email ?? userId },
    { name: msg`Error`, cell: ({ error }) => error },
    {
      name: msg`Next retry`,
      cell: ({ nextAttemptAt }, { formats }) => formats.dateTime(nextAttemptAt),
    },
  ],
};

function Subscribers({
  move,
  state,
  label,
}: {
  move: PriceMove;
  state: "left_out" | "failed";
  label: string;
}) {
  const list = useMovedSubscribers(move, state);
  if (list.isError && !list.data)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div className={shapes.stack}>
      <Table
        label={label}
        columns={columns[state]}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        rowHref={({ id }) => consolePaths.subscription(id)}
      />
      <LoadMore list={list} />
    </div>
  );
}
