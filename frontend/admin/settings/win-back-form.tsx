import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatMoneyInput, parseMoney } from "../../ui/money-input.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CurrencyField } from "../../ui/field/currency-field.tsx";
import { FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { toOptions } from "../frame/label.tsx";
import { refetch } from "../frame/queries.ts";
import {
  saveWinBack,
  winBackFiguresQuery,
  winBackSettingsQuery,
  type WinBackSettings,
} from "./queries.ts";

/** The offer that subscribers see once when they cancel, and how often it was taken. */
export function WinBackForm() {
  const { t } = useLingui();
  return (
    <PageSection
      id="win-back"
      title={t`Win-back offer`}
      description={t`What a customer sees once who is about to cancel a subscription. Customers who have a discount already, and those in a free trial, see none.`}
    >
      <QueryBoundary query={useQuery(winBackSettingsQuery)} lines={2}>
        {(settings) => <Fields settings={settings} />}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({ settings }: { settings: WinBackSettings }) {
  const { t } = useLingui();
  const figures = useQuery(winBackFiguresQuery).data;
  const form = useForm({
    savedValues: toValues(settings),
    refetch: async () => toValues(await refetch(winBackSettingsQuery)),
    save: (values) => saveWinBack(toSettings(values)),
    onSaved: (saved, client) => void client.setQueryData(winBackSettingsQuery.queryKey, saved),
  });
  const { kind } = form.values;
  const { shown = 0, taken = 0 } = figures ?? {};
  return (
    <FormFrame form={form} submitLabel={t`Save win-back offer`}>
      <FieldRow>
        <SelectField
          label={t`Offer`}
          {...form.field("kind")}
          options={toOptions({
            none: t`No offer`,
            percent: t`Percentage off`,
            amount: t`Amount off`,
            pause: t`Pause instead of canceling`,
          })}
          {...(kind === "pause" && {
            hint: t`Only while the access settings let customers pause their subscriptions.`,
          })}
        />
        {kind === "percent" && (
          <TextField label={t`Percent off`} inputMode="numeric" {...form.field("percentOff")} />
        )}
        {kind === "amount" && (
          <>
            <TextField
              label={t`Amount off`}
              inputMode="decimal"
              {...form.field("amountOffMinor")}
            />
            <CurrencyField
              value={form.values.currency}
              hint={t`Subscriptions in other currencies get no offer.`}
              error={form.getFieldError("currency")}
              onChange={(currency) => form.setValues({ currency })}
            />
          </>
        )}
        {(kind === "percent" || kind === "amount") && (
          <TextField
            label={t`Number of months`}
            hint={t`Subscriptions with longer periods get it once, on the next payment.`}
            inputMode="numeric"
            {...form.field("months")}
          />
        )}
      </FieldRow>
      {shown > 0 && <p>{t`Last 90 days: shown ${shown} times, taken ${taken} times.`}</p>}
    </FormFrame>
  );
}

/** The values of the form are texts. Field names match the API's, so that its errors appear at their fields. */
function toValues({
  kind,
  percentOff,
  amountOffMinor,
  currency,
  months,
  version,
}: WinBackSettings) {
  return {
    kind,
    percentOff: percentOff === null ? "" : String(percentOff),
    amountOffMinor: amountOffMinor === null ? "" : formatMoneyInput(amountOffMinor, currency ?? ""),
    currency: currency ?? "usd",
    months: String(months),
    version,
  };
}

/** Numbers that are none become null, so that the server rejects their fields. */
function toSettings({ kind, version, ...texts }: ReturnType<typeof toValues>): WinBackSettings {
  const { currency } = texts;
  const isAmount = kind === "amount";
  return {
    kind,
    percentOff: kind === "percent" ? Number(texts.percentOff.trim() || Number.NaN) : null,
    amountOffMinor: isAmount ? parseMoney(texts.amountOffMinor, currency) : null,
    currency: isAmount ? currency : null,
    months: Number(texts.months.trim() || Number.NaN),
    version,
  };
}
