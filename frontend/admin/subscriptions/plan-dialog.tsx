import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { isApiError } from "../../http/errors.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Choices } from "../../ui/choices.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { Calculation } from "../../shop/billing/calculation.tsx";
import { DueToday } from "../../shop/billing/due-today.tsx";
import { getPlanChoices } from "../../shop/billing/plan-copy.ts";
import { SeatsToTake, useSeatsToTake } from "../../shop/billing/seats-to-take.tsx";
import { parseSeats, SeatsField } from "../../shop/catalog/seats-field.tsx";
import { ChangeDialog, type ChangeDialogProps } from "./change-dialog.tsx";
import { seatsOfQuery } from "../orders/queries.ts";
import { planPreviewQuery, type PlanPreview, type Subscription } from "./queries.ts";

/** Changes plan or seats, with the preview that the customer would see. */
export function PlanDialog({
  subscription,
  onConfirm,
  ...dialog
}: ChangeDialogProps & {
  subscription: Subscription;
  onConfirm: (change: {
    priceId: string;
    quantity: number;
    prorationDate: number;
    takeSeats: string[];
    reason: string;
  }) => void;
}) {
  const { t, i18n } = useLingui();
  const { id, plans, plan, price } = subscription;
  const current = { priceId: plan?.priceId ?? "", quantity: price?.quantity ?? 1 };
  const hasSeats = plan?.model === "per_seat";
  const [priceId, setPriceId] = useState(
    hasSeats ? current.priceId : (plans[0]?.price.id ?? current.priceId),
  );
  const [seats, setSeats] = useState(String(current.quantity));
  const chosen = plans.find((option) => option.price.id === priceId);
  const isPerSeat = chosen ? chosen.price.model === "per_seat" : hasSeats;
  const quantity = useDebouncedValue(isPerSeat ? parseSeats(seats) : 1);
  const isChanged = priceId !== current.priceId || quantity !== current.quantity;
  const preview = useQuery({
    ...planPreviewQuery(id, { priceId, quantity: quantity ?? 1 }),
    enabled: quantity !== null && isChanged,
  });
  const { data, refetch } = preview;
  const seatsToTake = data?.seatsToTake ?? 0;
  const taken = useSeatsToTake(seatsToTake);
  const seatsOf = useQuery({ ...seatsOfQuery(id), enabled: seatsToTake > 0 });
  const isConfirmable = (data || preview.isFetching) && taken.isComplete;
  const isExpired = isApiError(dialog.error, "preview_expired");
  useEffect(() => {
    if (isExpired) void refetch();
  }, [isExpired, refetch]);
  // The current plan can be chosen here: its seats may be what changes.
  const choices = getPlanChoices(i18n, subscription).map(({ mark, ...choice }) => ({
    ...choice,
    detail: choice.value === current.priceId ? mark : choice.detail,
  }));
  return (
    <ChangeDialog
      title={hasSeats ? t`Change plan or seats` : t`Change plan`}
      confirmLabel={isConfirmable ? t`Change plan` : undefined}
      busyLabel={dialog.busy ? t`Changing…` : t`Calculating…`}
      summary={
        isChanged && quantity !== null && !preview.isError ? <Cost preview={data} /> : undefined
      }
      {...dialog}
      busy={dialog.busy || preview.isFetching}
      onConfirm={(reason) => {
        if (!data) return;
        const { prorationDate } = data;
        onConfirm({
          priceId,
          quantity: quantity ?? 1,
          prorationDate,
          takeSeats: taken.chosen,
          reason,
        });
      }}
    >
      {plans.length > 0 && (
        <Choices legend={t`New plan`} choices={choices} selected={priceId} onSelect={setPriceId} />
      )}
      {isPerSeat && <SeatsField value={seats} onChange={setSeats} />}
      {seatsToTake > 0 && (
        <SeatsToTake
          query={seatsOf}
          count={seatsToTake}
          chosen={taken.chosen}
          onChange={taken.choose}
        />
      )}
      {isChanged && data && <Calculation preview={data} />}
      {preview.error && <ErrorNotice error={preview.error} />}
    </ChangeDialog>
  );
}

/** What the customer pays today, and next. */
function Cost({ preview }: { preview: PlanPreview | undefined }) {
  const formats = useFormats();
  if (!preview) return <SkeletonLines lines={2} />;
  const { next, currency } = preview;
  const amount = formats.money(next.amountMinor, currency, "exact");
  const date = next.at === null ? null : formats.date(next.at);
  return (
    <>
      <DueToday amountMinor={preview.dueNowMinor} currency={currency} />
      <p>
        {date === null ? (
          <Trans>The next charge is {amount}.</Trans>
        ) : (
          <Trans>
            The next charge is {amount} on {date}.
          </Trans>
        )}
      </p>
    </>
  );
}
