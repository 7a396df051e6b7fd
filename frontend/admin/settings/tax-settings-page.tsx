import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { toOptions } from "../frame/label.tsx";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField, SelectField } from "../../ui/field/fields.tsx";
import { EInvoiceForm } from "./e-invoice-form.tsx";
import { eInvoiceSettingsQuery, saveTax, taxSettingsQuery } from "./queries.ts";
import { refetch } from "../frame/queries.ts";
import { SectionLayout } from "../frame/section-layout.tsx";

type Tax = Parameters<typeof saveTax>[0];

/** `/admin/settings/tax`: the tax settings for Stripe. */
export default function TaxSettingsPage() {
  const { t } = useLingui();
  return (
    <SectionLayout
      section="settings"
      description={t`Stripe calculates and collects tax where you are registered. Changes apply to new checkouts. Existing subscriptions don’t change.`}
    >
      <QueryBoundary query={useQuery(taxSettingsQuery)}>
        {(tax) => <TaxForm tax={tax} />}
      </QueryBoundary>
      <PageSection title={t`E-invoices`}>
        <QueryBoundary query={useQuery(eInvoiceSettingsQuery)}>
          {(settings) => <EInvoiceForm settings={settings} />}
        </QueryBoundary>
      </PageSection>
    </SectionLayout>
  );
}

function TaxForm({ tax }: { tax: Tax }) {
  const { t } = useLingui();
  const form = useForm({
    savedValues: tax,
    freshSignIn: "tax",
    refetch: () => refetch(taxSettingsQuery),
    save: saveTax,
    onSaved: (saved, client) => void client.setQueryData(taxSettingsQuery.queryKey, saved),
  });
  const { values, setValues } = form;
  const isOurs = !values.soldByLink;
  return (
    <PageSection title={t`At checkout`}>
      <FormFrame form={form} submitLabel={t`Save tax`}>
        <CheckField
          label={t`Link sells for you (merchant of record)`}
          hint={t`Stripe’s Managed Payments: its subsidiary Link becomes the seller of new purchases. It charges and files tax in more than 80 countries, answers disputes, and sends receipts and invoices. Stripe takes about 3.5 % more of each sale. You lose your own text at checkout, tax IDs of businesses, changes of plan and seats, and pauses. Link may refund a purchase without asking you if you don’t answer within 48 hours. Each product needs a tax code.`}
          {...form.check("soldByLink")}
        />
        {isOurs && (
          <CheckField
            label={t`Calculate tax automatically`}
            hint={t`Requires Stripe Tax, a paid Stripe product.`}
            {...form.check("automatic")}
          />
        )}
        <SelectField
          name="behavior"
          label={t`Do new prices include tax?`}
          hint={t`The standard: they do if your country under Law is outside the United States and Canada; otherwise your Stripe account decides. Existing prices keep their setting. It can’t be changed in Stripe.`}
          options={toOptions({
            "": t`The standard for your country`,
            exclusive: t`No, tax is added to the price`,
            inclusive: t`Yes, the price includes tax`,
          })}
          value={values.behavior ?? ""}
          onChange={(event) =>
            setValues({ behavior: (event.target.value || null) as Tax["behavior"] })
          }
        />
        {isOurs && (
          <>
            <CheckField
              label={t`Collect tax IDs from businesses`}
              hint={t`Shown on their invoices. Where the law allows, they are charged no tax.`}
              {...form.check("collectTaxIds")}
            />
            <CheckField
              label={t`Require a billing address`}
              hint={t`Otherwise Stripe asks for it only when needed.`}
              {...form.check("requireBillingAddress")}
            />
          </>
        )}
      </FormFrame>
    </PageSection>
  );
}
