import { useState } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { EditablePrice, EditableProduct } from "./editor-queries.ts";
import styles from "./editor.module.css";
import { countSubscribers } from "./price-move-copy.ts";
import { PriceMovePreviewPart } from "./price-move-preview.tsx";
import { useStartPriceMove, type PriceMovePreview } from "./price-move-queries.ts";

const noticeOptions = [
  { value: "0", label: "None" },
  { value: "7", label: "7 days" },
  { value: "14", label: "14 days" },
  { value: "30", label: "30 days" },
  { value: "60", label: "60 days" },
  { value: "90", label: "90 days" },
];

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
  const targets = listTargets(product, price);
  const [chosenId, setChosenId] = useState(targets[0]?.id ?? "");
  const [noticeDays, setNoticeDays] = useState("30");
  const [sendsEmails, setSendsEmails] = useState(true);
  const [confirmed, setConfirmed] = useState<PriceMovePreview>();
  const start = useStartPriceMove(product.id);
  const target = targets.find(({ id }) => id === chosenId);
  if (!target)
    return (
      <EmptyState title="There is no price to move to.">
        <p>
          Add a price in {price.currency.toUpperCase()} with the same interval to{" "}
          <Link href={consolePaths.product(product.id)}>{product.name}</Link>, and publish the
          product. Then come back.
        </p>
      </EmptyState>
    );
  const close = () => {
    setConfirmed(undefined);
    start.reset();
  };
  return (
    <div className={styles.preview}>
      <FieldRow>
        <SelectField
          label="New price"
          value={target.id}
          options={targets.map((each) => ({ value: each.id, label: describeRate(each) }))}
          onChange={(event) => setChosenId(event.target.value)}
        />
        <SelectField
          label="Notice"
          hint="The new price applies from the first renewal after it. Many countries require a notice before a price goes up."
          value={noticeDays}
          options={noticeOptions}
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
              <Notice tone="info" title="The old price is still offered.">
                <p>
                  Whoever subscribes to it from now on is not moved.{" "}
                  <Link href={consolePaths.product(product.id)}>Archive it</Link> first.
                </p>
              </Notice>
            )}
            <CheckField
              label="Tell each subscriber by email"
              hint={
                preview.canSendEmails
                  ? "The email says what they pay now, what they will pay and from when on, and how to cancel. Without it, tell them yourself."
                  : "This shop sends no email yet. Tell the subscribers yourself before you start."
              }
              checked={sendsEmails && preview.canSendEmails}
              disabled={!preview.canSendEmails}
              onChange={(event) => setSendsEmails(event.target.checked)}
            />
            {preview.subscribers > 0 && (
              <div>
                <Button kind="primary" onClick={() => setConfirmed(preview)}>
                  Move {countSubscribers(preview.subscribers)}
                </Button>
              </div>
            )}
          </>
        )}
      />
      {confirmed && (
        <ConfirmDialog
          title={`Move ${countSubscribers(confirmed.subscribers)} to ${describeRate(target)}?`}
          confirmLabel="Start"
          cancelLabel="Cancel"
          busy={start.isPending}
          busyLabel="Starting…"
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
              ? "Each of them gets an email now."
              : "They get no email from this shop."}{" "}
            Nothing is charged today. You can cancel the move for everybody who doesn't have the new
            price yet.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
