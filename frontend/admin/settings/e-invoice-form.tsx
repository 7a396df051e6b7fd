import { useLingui } from "@lingui/react/macro";
import { countryCodes } from "../../../worker/shared/country-codes.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { CheckField, FieldRow, SelectField, TextField } from "../../ui/field/fields.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { refetch } from "../frame/queries.ts";
import { eInvoiceSettingsQuery, saveEInvoices } from "./queries.ts";

type Settings = Parameters<typeof saveEInvoices>[0];

/** Whether invoices can be downloaded as e-invoices, and what those say of the seller. */
export function EInvoiceForm({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const formats = useFormats();
  const form = useForm({
    savedValues: settings,
    refetch: () => refetch(eInvoiceSettingsQuery),
    save: saveEInvoices,
    onSaved: (saved, client) => void client.setQueryData(eInvoiceSettingsQuery.queryKey, saved),
  });
  const { values, setValues, getFieldError } = form;
  const countries = countryCodes
    .map((value) => ({ value, label: formats.country(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, formats.locale));
  return (
    <FormFrame form={form} submitLabel={t`Save e-invoices`}>
      <CheckField
        label={t`Offer e-invoices`}
        hint={t`You and your customers can download invoices as XML by EN 16931, as in Factur-X and ZUGFeRD; if your country is Germany, as XRechnung. Sending them through a network stays yours. There are none for what Link sold.`}
        {...form.check("offered")}
      />
      {values.offered && (
        <>
          <TextField label={t`Legal name`} {...form.field("name")} />
          <TextField label={t`Street and number`} {...form.field("street")} />
          <FieldRow>
            <TextField label={t`Postal code`} {...form.field("postalCode")} />
            <TextField label={t`City`} {...form.field("city")} />
          </FieldRow>
          <FieldRow>
            <SelectField
              name="country"
              label={t`Country`}
              options={[{ value: "", label: t`Choose a country` }, ...countries]}
              value={values.country}
              onChange={({ target }) => setValues({ country: target.value })}
              error={getFieldError("country")}
            />
            <TextField label={t`VAT ID or tax number`} {...form.field("vatId")} />
          </FieldRow>
          <TextField label={t`Phone`} {...form.field("phone")} />
          <TextField
            label={t`Why you charge no VAT`}
            hint={t`Only for shops that charge none, in the words of your law. Leave blank otherwise.`}
            {...form.field("exemption")}
          />
        </>
      )}
    </FormFrame>
  );
}
