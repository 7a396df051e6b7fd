import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "../../http/errors.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import shapes from "../../ui/shapes.module.css";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { SeatsField, parseSeats } from "../catalog/seats-field.tsx";
import { Calculation } from "./calculation.tsx";
import { DueToday } from "./due-today.tsx";
import { PlanBenefits } from "./plan-benefits.tsx";
import { explainNextCharge, getPlanChoices } from "./plan-copy.ts";
import { planPreviewQuery, type PlanPreview as Preview, type Subscription } from "./queries.ts";
import { seatsQuery } from "./seat-queries.ts";
import { SeatsToTake, useSeatsToTake } from "./seats-to-take.tsx";
import { usePlanChange } from "./use-subscription-change.ts";

const noPreview = { dueNowMinor: 0, currency: "", seatsToTake: 0 };

/** Lets the user choose a plan or a number of seats, previews the cost, and asks for confirmation. */
export function PlanDialog({
  subscription,
  mode,
  onChanged,
  onClose,
}: {
  subscription: Subscription;
  mode: "plan" | "seats";
  /** With what was paid, as text; null if nothing was. */
  onChanged: (paid: string | null) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const formats = useFormats();
  const { id, product, plans, plan, price } = subscription;
  const currentPlan = { priceId: plan?.priceId ?? "", quantity: price?.quantity ?? 1 };
  const [priceId, setPriceId] = useState(
    mode === "plan" ? (plans[0]?.price.id ?? "") : currentPlan.priceId,
  );
  const [seats, setSeats] = useState(String(currentPlan.quantity));
  const chosen = plans.find((option) => option.price.id === priceId);
  const isPerSeat = mode === "seats" || chosen?.price.model === "per_seat";
  const quantity = useDebouncedValue(isPerSeat ? parseSeats(seats) : 1);
  const isChanged = priceId !== currentPlan.priceId || quantity !== currentPlan.quantity;

  const preview = useQuery({
    ...planPreviewQuery(id, { priceId, quantity: quantity ?? 1 }),
    enabled: quantity !== null && isChanged,
  });
  const change = usePlanChange(id);
  const { dueNowMinor, currency, seatsToTake } = preview.data ?? noPreview;
  const taken = useSeatsToTake(seatsToTake);
  const seatsOf = useQuery({ ...seatsQuery(id), enabled: seatsToTake > 0 });
  const amount = dueNowMinor > 0 ? formats.money(dueNowMinor, currency, "exact") : null;
  const confirm = () => {
    if (!preview.data) return;
    const { prorationDate } = preview.data;
    change.mutate(
      { priceId, quantity: quantity ?? 1, prorationDate, takeSeats: taken.chosen },
      {
        onSuccess: () => onChanged(amount),
        onError: (error) => isApiError(error, "preview_expired") && void preview.refetch(),
      },
    );
  };
  const confirmLabel =
    amount === null
      ? mode === "plan"
        ? t`Change plan`
        : t`Change seats`
      : mode === "plan"
        ? t`Pay ${amount} and change plan`
        : t`Pay ${amount} and change seats`;
  const updateChoice = (choice: () => void) => {
    choice();
    change.reset();
  };
  return (
    <ConfirmDialog
      title={mode === "plan" ? t`Change plan` : t`Change seats`}
      cancelLabel={mode === "plan" ? t`Keep current plan` : t`Keep current seats`}
      confirmLabel={
        (preview.data || preview.isFetching) && taken.isComplete ? confirmLabel : undefined
      }
      busy={preview.isFetching || change.isPending}
      busyLabel={change.isPending ? t`Changing…` : t`Calculating…`}
      error={change.error ?? preview.error}
      summary={
        isChanged && quantity !== null && !preview.isError ? (
          <PlanCost preview={preview.data} />
        ) : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      {mode === "plan" && (
        <Choices
          legend={t`New plan`}
          choices={getPlanChoices(i18n, subscription)}
          selected={priceId}
          onSelect={(value) => updateChoice(() => setPriceId(value))}
        />
      )}
      {isPerSeat && (
        <SeatsField value={seats} onChange={(value) => updateChoice(() => setSeats(value))} />
      )}
      {seatsToTake > 0 && (
        <SeatsToTake
          query={seatsOf}
          count={seatsToTake}
          chosen={taken.chosen}
          onChange={(ids) => updateChoice(() => taken.choose(ids))}
        />
      )}
      {chosen && product && <PlanBenefits from={product} to={chosen.product} />}
      {isChanged && preview.data && <Calculation preview={preview.data} />}
    </ConfirmDialog>
  );
}

/** What a change costs today, and the next charge; a skeleton while it loads. */
function PlanCost({ preview }: { preview: Preview | undefined }) {
  const { i18n } = useLingui();
  return (
    <div className={shapes.stack} aria-live="polite" aria-busy={!preview}>
      {preview ? (
        <>
          <DueToday amountMinor={preview.dueNowMinor} currency={preview.currency} />
          <p className={shapes.muted}>{explainNextCharge(i18n, preview)}</p>
        </>
      ) : (
        <SkeletonLines lines={2} />
      )}
    </div>
  );
}
