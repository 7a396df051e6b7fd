import {
  CheckField,
  FieldRow,
  FormFrame,
  SelectField,
  TextArea,
  TextField,
} from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { api, read, send } from "../../http/client.ts";
import { benefitTypes, toBenefit, toFields, type TypedBenefit } from "./benefit-form-values.ts";
import {
  editedQuery,
  useTakeAnswer,
  type EditedBenefit,
  type EditedProduct,
} from "./editor-queries.ts";
import styles from "./editor.module.css";
import { queryClient } from "../../http/query.ts";

/** A new benefit of a product, or one that is edited for every product that has it. */
export function BenefitForm({
  product,
  benefit,
  onClose,
}: {
  product: EditedProduct;
  benefit?: EditedBenefit;
  onClose: () => void;
}) {
  const take = useTakeAnswer();
  const { id } = product;
  const form = useForm<TypedBenefit, EditedProduct>({
    saved: toFields(benefit),
    save: async (fields) => {
      const json = toBenefit(fields);
      if (!benefit) return read(api.admin.products[":id"].benefits.$post({ param: { id }, json }));
      const edit = { benefit: json, version: benefit.version };
      await send(api.admin.benefits[":id"].$put({ param: { id: benefit.id }, json: edit }));
      return queryClient.fetchQuery({ ...editedQuery(id), staleTime: 0 });
    },
    onSaved: (saved) => {
      take(saved);
      onClose();
    },
  });
  const { values, set } = form;
  const errorOf = (path: string) => form.errorOf(benefit ? `benefit.${path}` : path);
  const type = benefitTypes[values.type];
  return (
    <FormFrame form={form} save={benefit ? "Save" : "Add benefit"} takesFocus onCancel={onClose}>
      <FieldRow>
        {!benefit && (
          <SelectField
            label="What it is"
            hint={type.about}
            value={values.type}
            options={Object.entries(benefitTypes).map(([value, { name }]) => ({
              value,
              label: name,
            }))}
            onChange={(event) => set({ type: event.target.value as TypedBenefit["type"] })}
          />
        )}
        <TextField
          label="Name"
          required
          maxLength={120}
          hint="As buyers read it"
          value={values.name}
          error={errorOf("name")}
          onChange={(event) => set({ name: event.target.value })}
        />
      </FieldRow>
      <Settings values={values} set={set} errorOf={errorOf} />
      <TextArea
        label="Note"
        rows={2}
        hint="For those who have it. It may stay empty."
        value={values.note}
        error={errorOf("settings.note")}
        onChange={(event) => set({ note: event.target.value })}
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
  values: TypedBenefit;
  set: (changes: Partial<TypedBenefit>) => void;
  errorOf: (path: string) => string | undefined;
};

/** What there is to decide about a benefit of this type. */
function Settings(props: SettingsProps) {
  const { values, set, errorOf } = props;
  switch (values.type) {
    case "link":
      return (
        <TextField
          label="Address"
          type="url"
          placeholder="https://"
          hint="Only those who have it see it. Leave it empty for words alone."
          value={values.url}
          error={errorOf("settings.url")}
          onChange={(event) => set({ url: event.target.value })}
        />
      );
    case "feature":
      return <FeatureSettings {...props} />;
    case "license_key":
      return <LicenseSettings {...props} />;
    case "download":
    case "page":
      return <p className={styles.soft}>{benefitTypes[values.type].about}</p>;
  }
}

function FeatureSettings({ values, set, errorOf }: SettingsProps) {
  return (
    <>
      <FieldRow>
        <TextField
          label="Key"
          hint="What your application asks for, e.g. export. Left empty, it is the benefit's id."
          value={values.key}
          error={errorOf("settings.key")}
          onChange={(event) => set({ key: event.target.value })}
        />
        <TextField
          label="Limit"
          inputMode="numeric"
          hint="How much of it one may use. Empty: no limit."
          value={values.limit}
          error={errorOf("settings.limit.amount")}
          onChange={(event) => set({ limit: event.target.value })}
        />
      </FieldRow>
      <CheckField
        label="The limit is for each seat"
        checked={values.limitPerSeat}
        onChange={(event) => set({ limitPerSeat: event.target.checked })}
      />
    </>
  );
}

function LicenseSettings({ values, set, errorOf }: SettingsProps) {
  const count = (name: "activationLimit" | "usesLimit" | "expiresAfterDays", label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      hint="Empty: no limit."
      value={values[name]}
      error={errorOf(`settings.${name}`)}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <TextField
        label="Prefix"
        hint="Begins every key: 2 to 10 capital letters and digits."
        value={values.prefix}
        error={errorOf("settings.prefix")}
        onChange={(event) => set({ prefix: event.target.value.toUpperCase() })}
      />
      <FieldRow>
        {count("activationLimit", "Devices")}
        {count("usesLimit", "Uses")}
        {count("expiresAfterDays", "Days until it expires")}
      </FieldRow>
      <p className={styles.soft}>
        Keys that were issued keep the limits of the day of issue. New ones get these.
      </p>
      <CheckField
        label="Devices are for each seat"
        checked={values.perSeat}
        onChange={(event) => set({ perSeat: event.target.checked })}
      />
      <CheckField
        label="In its holder's name"
        hint="The buyer says the name before the key is made."
        checked={values.isNamed}
        onChange={(event) => set({ isNamed: event.target.checked })}
      />
      <CheckField
        label="From keys that you import"
        hint="None are made: each buyer gets one of yours."
        checked={values.isFromStock}
        onChange={(event) => set({ isFromStock: event.target.checked })}
      />
    </>
  );
}
