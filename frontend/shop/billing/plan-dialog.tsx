import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "../../http/errors.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { parseSeats, SeatsField } from "../catalog/seats-field.tsx";
import { getPlanChoices } from "./plan-copy.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { planPreviewQuery, type Subscription } from "./queries.ts";
import { usePlanChange } from "./use-subscription-change.ts";

/** Lets the user choose a plan or a number of seats, previews the cost, and asks for confirmation. */
export function PlanDialog({
  subscription,
  mode,
  onClose,
}: {
  subscription: Subscription;
  mode: "plan" | "seats";
  onClose: () => void;
}) {
  const { id, plans, plan, price } = subscription;
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
  const confirm = () => {
    if (!preview.data) return;
    const { prorationDate } = preview.data;
    change.mutate(
      { priceId, quantity: quantity ?? 1, prorationDate },
      {
        onSuccess: onClose,
        onError: (error) => isApiError(error, "preview_expired") && void preview.refetch(),
      },
    );
  };
  const updateChoice = (choice: () => void) => {
    choice();
    change.reset();
  };
  return (
    <ConfirmDialog
      title={mode === "plan" ? "Change your plan" : "Change your seats"}
      cancelLabel="Leave it"
      confirmLabel={preview.data || preview.isFetching ? getConfirmLabel(preview.data) : undefined}
      busy={preview.isFetching || change.isPending}
      busyLabel={change.isPending ? "Changing…" : "Working it out…"}
      error={change.error ?? preview.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {mode === "plan" && (
        <Choices
          legend="Your new plan"
          choices={getPlanChoices(plans, subscription.product?.id)}
          selected={priceId}
          onSelect={(value) => updateChoice(() => setPriceId(value))}
        />
      )}
      {isPerSeat && (
        <SeatsField value={seats} onChange={(value) => updateChoice(() => setSeats(value))} />
      )}
      {isChanged && quantity !== null && !preview.isError && <PlanPreview preview={preview.data} />}
    </ConfirmDialog>
  );
}

function getConfirmLabel(preview: { dueNowMinor: number; currency: string } | undefined) {
  return preview && preview.dueNowMinor > 0
    ? `Pay ${formatMoney(preview.dueNowMinor, preview.currency, "exact")} and change`
    : "Change";
}
