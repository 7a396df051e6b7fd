import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FormFrame, useForm } from "../form/form.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { refetch } from "../frame/queries.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField, TextField } from "../../ui/field/fields.tsx";
import { checkoutSettingsQuery, saveCheckout } from "./queries.ts";

/** How buyers get to the payment. */
export function CheckoutForm() {
  const { t } = useLingui();
  return (
    <PageSection
      id="checkout"
      title={t`Checkout`}
      description={t`How visitors get to the payment, and how seats change hands.`}
    >
      <QueryBoundary query={useQuery(checkoutSettingsQuery)} lines={2}>
        {(settings) => <Fields settings={settings} />}
      </QueryBoundary>
    </PageSection>
  );
}

type Settings = Parameters<typeof saveCheckout>[0];

const toValues = (settings: Settings) => ({
  ...settings,
  seatPauseHours: String(settings.seatPauseHours),
});

function Fields({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useForm({
    savedValues: toValues(settings),
    refetch: async () => toValues(await refetch(checkoutSettingsQuery)),
    save: (values) =>
      saveCheckout({
        ...values,
        seatPauseHours:
          values.seatPauseHours.trim() === "" ? Number.NaN : Number(values.seatPauseHours),
      }),
    onSaved: (saved, client) => void client.setQueryData(checkoutSettingsQuery.queryKey, saved),
  });
  return (
    <FormFrame form={form} submitLabel={t`Save checkout`}>
      <CheckField
        label={t`Pay first, sign in after`}
        hint={t`Visitors pay without an account. What they bought waits for their browser, and for a link in an email to the address that paid. Free trials and free prices ask to sign in first in any case.`}
        {...form.check("payFirst")}
      />
      <TextField
        label={t`Pause before a seat is free again (hours)`}
        hint={t`When a buyer takes a seat back or somebody gives theirs up, nobody else can have it for so long. 0 makes it free at once. Seats that your team takes back are free at once.`}
        inputMode="numeric"
        {...form.field("seatPauseHours")}
      />
    </FormFrame>
  );
}
