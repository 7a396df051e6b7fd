import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CheckField, FieldRow, SelectField } from "../../ui/field/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { EditablePrice, EditableProduct } from "./editor-queries.ts";
import shapes from "../frame/shapes.module.css";
import { PriceMovePreviewPart } from "./price-move-preview.tsx";
import { useStartPriceMove, type PriceMovePreview } from "./price-move-queries.ts";

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
  const [confirmed, setConfirmed] = useState<PriceMovePreview>();
  const start = useStartPriceMove(product.id);
  const productPath = consolePaths.product(product.id);
  const productName = product.name;
  const currency = price.currency.toUpperCase();
  const target = targets.find(({ id }) => id === chosenId);
  if (!target)
    return (
      <EmptyState title={t`No price to move to`}>
        <p>
          <Trans>
            Add a price in {currency} with the same interval to{" "}
            <Link href={productPath}>{productName}</Link>, publish the product, then come back.
          </Trans>
        </p>
      </EmptyState>
    );
  const rate = describeRate(i18n, target);
  const close = () => {
    setConfirmed(undefined);
    start.reset();
  };
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
          hint={t`The new price applies from the first renewal after the notice period. Many countries require notice before a price increase.`}
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
                <Button kind="primary" onClick={() => setConfirmed(preview)}>
                  <Plural
                    value={{ count: preview.subscribers }}
                    one="Move # subscriber"
                    other="Move # subscribers"
                  />
                </Button>
              </div>
            )}
          </>
        )}
      />
      {confirmed && (
        <ConfirmDialog
          title={t`${plural({ count: confirmed.subscribers }, { one: `Move # subscriber to ${rate}?`, other: `Move # subscribers to ${rate}?` })}`}
          confirmLabel={t`Move subscribers`}
          busy={start.isPending}
          busyLabel={t`Starting…`}
          error={start.error}
          onConfirm={() =>
            start.mutate(
              {
                fromPriceId: price.id,
                toPriceId: target.id,
                noticeDays: Number(noticeDays),
                sendsEmails: sendsEmails && confirmed.canSendEmails,
              },
              { onSuccess: close },
            )
          }
          onClose={close}
        >
          <p>
            {sendsEmails && confirmed.canSendEmails
              ? t`Each subscriber gets an email now.`
              : t`Subscribers won’t get an email from this shop.`}{" "}
            <Trans>
              Nobody is charged today. You can cancel the move for subscribers who don’t have the
              new price yet.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
