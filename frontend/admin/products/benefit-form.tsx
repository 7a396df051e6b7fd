import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read, send } from "../../http/client.ts";
import {
  benefitTypes,
  toNewBenefit,
  toBenefitFormValues,
  type BenefitFormValues,
} from "./benefit-form-values.ts";
import {
  editableProductQuery,
  useApplyResponse,
  type EditableBenefit,
  type EditableProduct,
} from "./editor-queries.ts";
import styles from "./editor.module.css";
import { queryClient } from "../../http/query.ts";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";

/** Creates a benefit for a product, or edits one for all products that include it. */
export function BenefitForm({
  product,
  benefit,
  onClose,
}: {
  product: EditableProduct;
  benefit?: EditableBenefit;
  onClose: () => void;
}) {
  const applyResponse = useApplyResponse();
  const { id } = product;
  const form = useForm<BenefitFormValues, EditableProduct>({
    savedValues: toBenefitFormValues(benefit),
    save: async (fields) => {
      const json = toNewBenefit(fields);
      if (!benefit) return read(api.admin.products[":id"].benefits.$post({ param: { id }, json }));
      const edit = { benefit: json, version: benefit.version };
      await send(api.admin.benefits[":id"].$put({ param: { id: benefit.id }, json: edit }));
      return queryClient.fetchQuery({ ...editableProductQuery(id), staleTime: 0 });
    },
    onSaved: (saved) => {
      applyResponse(saved);
      onClose();
    },
  });
  const { values, setValues } = form;
  const getFieldError = (path: string) => form.getFieldError(benefit ? `benefit.${path}` : path);
  const type = benefitTypes[values.type];
  return (
    <FormFrame
      form={form}
      submitLabel={benefit ? "Save" : "Add benefit"}
      shouldFocus
      onCancel={onClose}
    >
      <FieldRow>
        {!benefit && (
          <SelectField
            label="What it is"
            hint={type.description}
            value={values.type}
            options={Object.entries(benefitTypes).map(([value, { name }]) => ({
              value,
              label: name,
            }))}
            onChange={(event) =>
              setValues({ type: event.target.value as BenefitFormValues["type"] })
            }
          />
        )}
        <TextField
          label="Name"
          required
          maxLength={120}
          hint="As buyers read it"
          value={values.name}
          error={getFieldError("name")}
          onChange={(event) => setValues({ name: event.target.value })}
        />
      </FieldRow>
      <BenefitSettings values={values} setValues={setValues} getFieldError={getFieldError} />
      <TextArea
        label="Note"
        rows={2}
        hint="For those who have it. It may stay empty."
        value={values.note}
        error={getFieldError("settings.note")}
        onChange={(event) => setValues({ note: event.target.value })}
      />
      {benefit && benefit.products.length > 1 && (
        <p className={styles.soft}>
          It changes for {benefit.products.map(({ name }) => name).join(", ")}.
        </p>
      )}
    </FormFrame>
  );
}

type SettingsProps = {
  values: BenefitFormValues;
  setValues: (changes: Partial<BenefitFormValues>) => void;
  getFieldError: (path: string) => string | undefined;
};

/** The settings of a benefit, which depend on its type. */
function BenefitSettings(props: SettingsProps) {
  const { values, setValues, getFieldError } = props;
  switch (values.type) {
    case "link":
      return (
        <TextField
          label="Address"
          type="url"
          placeholder="https://"
          hint="Only those who have it see it. Leave it empty for words alone."
          value={values.url}
          error={getFieldError("settings.url")}
          onChange={(event) => setValues({ url: event.target.value })}
        />
      );
    case "feature":
      return <FeatureSettings {...props} />;
    case "license_key":
      return <LicenseSettings {...props} />;
    case "download":
    case "page":
      return <p className={styles.soft}>{benefitTypes[values.type].description}</p>;
  }
}

function FeatureSettings({ values, setValues, getFieldError }: SettingsProps) {
  return (
    <>
      <FieldRow>
        <TextField
          label="Key"
          hint="What your application asks for, e.g. export. Left empty, it is the benefit's id."
          value={values.key}
          error={getFieldError("settings.key")}
          onChange={(event) => setValues({ key: event.target.value })}
        />
        <TextField
          label="Limit"
          inputMode="numeric"
          hint="How much of it one may use. Empty: no limit."
          value={values.limit}
          error={getFieldError("settings.limit.amount")}
          onChange={(event) => setValues({ limit: event.target.value })}
        />
      </FieldRow>
      <CheckField
        label="The limit is for each seat"
        checked={values.limitPerSeat}
        onChange={(event) => setValues({ limitPerSeat: event.target.checked })}
      />
    </>
  );
}

function LicenseSettings({ values, setValues, getFieldError }: SettingsProps) {
  const renderCountField = (
    name: "activationLimit" | "usesLimit" | "expiresAfterDays",
    label: string,
  ) => (
    <TextField
      label={label}
      inputMode="numeric"
      hint="Empty: no limit."
      value={values[name]}
      error={getFieldError(`settings.${name}`)}
      onChange={(event) => setValues({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <TextField
        label="Prefix"
        hint="Begins every key: 2 to 10 capital letters and digits."
        value={values.prefix}
        error={getFieldError("settings.prefix")}
        onChange={(event) => setValues({ prefix: event.target.value.toUpperCase() })}
      />
      <FieldRow>
        {renderCountField("activationLimit", "Devices")}
        {renderCountField("usesLimit", "Uses")}
        {renderCountField("expiresAfterDays", "Days until it expires")}
      </FieldRow>
      <p className={styles.soft}>
        Keys that were issued keep the limits of the day of issue. New ones get these.
      </p>
      <CheckField
        label="Devices are for each seat"
        checked={values.perSeat}
        onChange={(event) => setValues({ perSeat: event.target.checked })}
      />
      <CheckField
        label="In its holder's name"
        hint="The buyer says the name before the key is made."
        checked={values.isNamed}
        onChange={(event) => setValues({ isNamed: event.target.checked })}
      />
      <CheckField
        label="From keys that you import"
        hint="None are made: each buyer gets one of yours."
        checked={values.isFromStock}
        onChange={(event) => setValues({ isFromStock: event.target.checked })}
      />
    </>
  );
}
