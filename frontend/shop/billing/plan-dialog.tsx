import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal } from "../../http/errors.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { Choices } from "../../ui/choices.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { useSettled } from "../../ui/use-debounced-value.ts";
import { parseSeats, SeatsField } from "../catalog/seats-field.tsx";
import { namePlans } from "./plan-copy.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { planPreviewQuery, type Subscription } from "./queries.ts";
import { usePlanChange } from "./use-subscription-change.ts";

/** Choosing another plan or number of seats, seeing what it costs, and only then confirming it. */
export function PlanDialog({
  subscription,
  of,
  onClose,
}: {
  subscription: Subscription;
  of: "plan" | "seats";
  onClose: () => void;
}) {
  const { id, plans, plan, price } = subscription;
  const held = { priceId: plan?.priceId ?? "", quantity: price?.quantity ?? 1 };
  const [priceId, setPriceId] = useState(of === "plan" ? (plans[0]?.price.id ?? "") : held.priceId);
  const [seats, setSeats] = useState(String(held.quantity));
  const chosen = plans.find((option) => option.price.id === priceId);
  const perSeat = of === "seats" || chosen?.price.model === "per_seat";
  const quantity = useSettled(perSeat ? parseSeats(seats) : 1);
  const differs = priceId !== held.priceId || quantity !== held.quantity;

  const preview = useQuery({
    ...planPreviewQuery(id, { priceId, quantity: quantity ?? 1 }),
    enabled: quantity !== null && differs,
  });
  const change = usePlanChange(id);
  const confirm = () => {
    if (!preview.data) return;
    const { prorationDate } = preview.data;
    change.mutate(
      { priceId, quantity: quantity ?? 1, prorationDate },
      {
        onSuccess: onClose,
        onError: (error) => isRefusal(error, "preview_expired") && void preview.refetch(),
      },
    );
  };
  const choose = (choice: () => void) => {
    choice();
    change.reset();
  };
  return (
    <ConfirmDialog
      title={of === "plan" ? "Change your plan" : "Change your seats"}
      keep="Leave it"
      confirm={preview.data || preview.isFetching ? labelConfirm(preview.data) : undefined}
      busy={preview.isFetching || change.isPending}
      busyLabel={change.isPending ? "Changing…" : "Working it out…"}
      error={change.error ?? preview.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {of === "plan" && (
        <Choices
          legend="Your new plan"
          choices={namePlans(plans, subscription.product?.id)}
          selected={priceId}
          onSelect={(value) => choose(() => setPriceId(value))}
        />
      )}
      {perSeat && <SeatsField value={seats} onChange={(value) => choose(() => setSeats(value))} />}
      {differs && quantity !== null && !preview.isError && <PlanPreview preview={preview.data} />}
    </ConfirmDialog>
  );
}

function labelConfirm(preview: { dueNowMinor: number; currency: string } | undefined) {
  return preview && preview.dueNowMinor > 0
    ? `Pay ${formatMoney(preview.dueNowMinor, preview.currency, "exact")} and change`
    : "Change";
}
