import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FormFrame, useForm } from "../form/form.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { refetch } from "../frame/queries.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/fields.tsx";
import { checkoutSettingsQuery, saveCheckout } from "./queries.ts";

/** How buyers get to the payment. */
export function CheckoutForm() {
  const { t } = useLingui();
  return (
    <PageSection
      id="checkout"
      title={t`Checkout`}
      description={t`Whether visitors sign in before or after they pay.`}
    >
      <QueryBoundary query={useQuery(checkoutSettingsQuery)} lines={2}>
        {(settings) => <Fields settings={settings} />}
      </QueryBoundary>
    </PageSection>
  );
}

function Fields({ settings }: { settings: Parameters<typeof saveCheckout>[0] }) {
  const { t } = useLingui();
  const form = useForm({
    savedValues: settings,
    refetch: () => refetch(checkoutSettingsQuery),
    save: saveCheckout,
    onSaved: (saved, client) => void client.setQueryData(checkoutSettingsQuery.queryKey, saved),
  });
  return (
    <FormFrame form={form} submitLabel={t`Save checkout`}>
      <CheckField
        label={t`Pay first, sign in after`}
        hint={t`Visitors pay without an account. What they bought waits for their browser, and for a link in an email to the address that paid. Free trials and free prices ask to sign in first in any case.`}
        {...form.check("payFirst")}
      />
    </FormFrame>
  );
}
