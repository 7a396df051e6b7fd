import { useLingui } from "@lingui/react/macro";
import { getMaxPeriods } from "../../../worker/shared/is-givable.ts";
import { formatDuration } from "../../../worker/shared/format-duration.ts";
import { useId, useState, type FormEvent } from "react";
import { api, read } from "../../http/client.ts";
import { ApiError } from "../../http/errors.ts";
import type { Price } from "../../http/shop.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { useLeavingMutation } from "../../shell/use-leaving-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RadioGroup, SelectField, TextArea, TextField } from "../../ui/field/fields.tsx";
import shapes from "../../ui/shapes.module.css";
import { describeTotal, getPriceForSeats } from "../catalog/price-copy.ts";

/** The hour at which a gift is emailed on its day, in the buyer's time zone. */
const HOUR_OF_DAY = "09:00";

/** Asks whom a gift is for, and leads to the payment. */
export function GiftDialog({
  price,
  quantity = 1,
  giverName,
  onClose,
}: {
  price: Price;
  quantity?: number | undefined;
  giverName: string;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const formId = useId();
  const choices = listPeriods(price);
  const [periods, setPeriods] = useState(choices[0]);
  const [way, setWay] = useState<"email" | "link">("email");
  const [values, setValues] = useState({
    recipientName: "",
    email: "",
    day: "",
    giverName,
    message: "",
  });
  const buy = useLeavingMutation({
    mutationFn: () =>
      read(
        api.me.checkouts.$post({
          json: {
            priceId: price.id,
            ...(price.model === "per_seat" && { quantity }),
            gift: { ...toGift(values, way), ...(periods !== undefined && { periods }) },
          },
        }),
      ),
    onSuccess: ({ url }) => location.assign(url),
  });
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      if (buy.isError) buy.reset();
    },
  });
  const fields = buy.error instanceof ApiError ? buy.error.fields : [];
  const errorOf = (name: string) => fields.find(({ path }) => path === `gift.${name}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!buy.isLeaving) buy.mutate();
  };
  return (
    <Dialog
      title={t`Buy as a gift`}
      onClose={onClose}
      summary={describeTotal(
        i18n,
        getPriceForSeats(getPriceForPeriods(price, periods), quantity),
        quantity,
      )}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} kind="primary" busy={buy.isLeaving}>
            {buy.isLeaving ? t`Opening checkout…` : t`Continue to payment`}
          </Button>
        </>
      }
    >
      <form id={formId} className={shapes.stack} onSubmit={submit}>
        {periods !== undefined && (
          <SelectField
            label={t`For how long?`}
            hint={t`It starts when they accept it. It doesn’t renew, and they’re never charged.`}
            value={String(periods)}
            onChange={({ target }) => setPeriods(Number(target.value))}
            options={choices.map((count) => ({
              value: String(count),
              label: formatDuration(i18n.locale, {
                interval: price.interval ?? "month",
                count: count * (price.intervalCount ?? 1),
              }),
            }))}
          />
        )}
        <TextField
          label={t`Who is it for?`}
          maxLength={100}
          autoComplete="off"
          {...field("recipientName")}
        />
        <RadioGroup
          legend={t`How do they get it?`}
          value={way}
          onChange={setWay}
          options={[
            {
              value: "email",
              label: t`By email`,
              hint: t`We email them a link to accept it.`,
            },
            {
              value: "link",
              label: t`I pass it on myself`,
              hint: t`You get a link and a card to print after the payment.`,
            },
          ]}
        />
        {way === "email" && (
          <>
            <TextField
              label={t`Their email`}
              type="email"
              required
              autoComplete="off"
              error={errorOf("email") && t`Enter an email address like ann@example.com.`}
              {...field("email")}
            />
            <TextField
              label={t`Send it on`}
              hint={t`Leave blank to send it right after the payment.`}
              type="date"
              error={errorOf("sendAt") && t`Choose a date within the next six months.`}
              {...field("day")}
            />
          </>
        )}
        <TextField label={t`Your name`} maxLength={100} {...field("giverName")} />
        <TextArea label={t`Message`} maxLength={500} rows={3} {...field("message")} />
        {buy.error && !errorOf("email") && !errorOf("sendAt") && <ErrorNotice error={buy.error} />}
      </form>
    </Dialog>
  );
}

/** How many periods of a recurring price are offered as a gift; none for a price that is paid once. */
function listPeriods(price: Price): number[] {
  const max = getMaxPeriods(price);
  const counts = price.interval === "year" ? [1, 2, 3, 5] : [1, 3, 6, 12, 24];
  return max === 0 ? [] : counts.filter((count) => count <= max);
}

/** The price of a gift: of all its periods, paid once. */
const getPriceForPeriods = (price: Price, periods: number | undefined): Price =>
  periods === undefined
    ? price
    : { ...price, amountMinor: price.amountMinor * periods, interval: null, intervalCount: null };

function toGift(
  values: {
    recipientName: string;
    email: string;
    day: string;
    giverName: string;
    message: string;
  },
  way: "email" | "link",
) {
  const { recipientName, email, day, giverName, message } = values;
  const isEmailed = way === "email";
  return {
    recipientName,
    email: isEmailed ? email : null,
    giverName,
    message,
    sendAt: isEmailed && day !== "" ? new Date(`${day}T${HOUR_OF_DAY}`).getTime() : null,
  };
}
