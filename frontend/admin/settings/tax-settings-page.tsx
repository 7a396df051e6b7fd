import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { saveTax, taxSettingsQuery } from "./queries.ts";
import { SettingsLayout } from "./settings-layout.tsx";

type Tax = Parameters<typeof saveTax>[0];

const behaviors = [
  { value: "", label: "As Stripe is set up" },
  { value: "exclusive", label: "No, tax comes on top" },
  { value: "inclusive", label: "Yes, tax is in the price" },
];

/** `/admin/settings/tax`: the tax settings for Stripe. */
export default function TaxSettingsPage() {
  return (
    <SettingsLayout description="Stripe computes and collects tax where you are registered for it. It acts on checkouts from now on; subscriptions that run stay as they are.">
      <QueryBoundary query={useQuery(taxSettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(tax) => <TaxForm tax={tax} />}
      </QueryBoundary>
    </SettingsLayout>
  );
}

function TaxForm({ tax }: { tax: Tax }) {
  const client = useQueryClient();
  const form = useForm({
    savedValues: tax,
    save: saveTax,
    onSaved: (saved) => void client.setQueryData(taxSettingsQuery.queryKey, saved),
  });
  const { values, setValues, getFieldError } = form;
  return (
    <PageSection title="At checkout">
      <FormFrame form={form} submitLabel="Save tax">
        <CheckField
          label="Stripe computes tax"
          hint="Needs Stripe Tax, which Stripe charges for."
          checked={values.automatic}
          error={getFieldError("automatic")}
          onChange={(event) => setValues({ automatic: event.target.checked })}
        />
        <SelectField
          label="Do new prices include tax?"
          hint="A price keeps what it was made with: Stripe never changes it."
          options={behaviors}
          value={values.behavior ?? ""}
          onChange={(event) =>
            setValues({ behavior: (event.target.value || null) as Tax["behavior"] })
          }
        />
        <CheckField
          label="Ask businesses for their tax id"
          hint="It is on their invoices, and where the law says so they are charged no tax."
          checked={values.collectTaxIds}
          onChange={(event) => setValues({ collectTaxIds: event.target.checked })}
        />
        <CheckField
          label="Always ask for a billing address"
          hint="Otherwise Stripe asks only where it needs one."
          checked={values.requireBillingAddress}
          onChange={(event) => setValues({ requireBillingAddress: event.target.checked })}
        />
      </FormFrame>
    </PageSection>
  );
}
