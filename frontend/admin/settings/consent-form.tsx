import { useQueryClient } from "@tanstack/react-query";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { consentSettingsQuery, saveConsent } from "./queries.ts";

type Consent = Parameters<typeof saveConsent>[0];

const askOptions: { value: Consent["ask"]; label: string }[] = [
  { value: "none", label: "Nothing" },
  { value: "terms", label: "The terms of service" },
  { value: "terms_and_waiver", label: "The terms and immediate access" },
];

const standardTexts: Record<Consent["ask"], string> = {
  none: "",
  terms: "Leave it empty for Stripe’s own words.",
  terms_and_waiver:
    "Leave it empty for: “I agree to the terms of service and ask for access right away. I understand that I lose my right of withdrawal once it begins.”",
};

/** What buyers must agree to before they pay. */
export function ConsentForm({ consent }: { consent: Consent }) {
  const client = useQueryClient();
  const form = useForm({
    savedValues: consent,
    save: saveConsent,
    onSaved: (saved) => void client.setQueryData(consentSettingsQuery.queryKey, saved),
  });
  const { values, setValues, getFieldError } = form;
  return (
    <PageSection title="Consent at checkout">
      <FormFrame form={form} submitLabel="Save consent">
        <SelectField
          label="Before they pay, buyers agree to"
          hint="They tick a box on Stripe’s page. What they agreed to, and when, is kept with the order. In the European Union, buyers of digital goods can withdraw for 14 days unless they agree to immediate access."
          options={askOptions}
          value={values.ask}
          error={getFieldError("ask")}
          onChange={(event) => setValues({ ask: event.target.value as Consent["ask"] })}
        />
        {values.ask !== "none" && (
          <TextArea
            label="Text beside the box"
            hint={`${standardTexts[values.ask]} Links are written [like this](https://example.com).`}
            rows={3}
            value={values.text ?? ""}
            error={getFieldError("text")}
            onChange={(event) => setValues({ text: event.target.value || null })}
          />
        )}
      </FormFrame>
    </PageSection>
  );
}
