import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { countryCodes, euCountries } from "../../../worker/shared/country-codes.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup, SelectField } from "../../ui/field/fields.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { refetch } from "../frame/queries.ts";
import shapes from "../frame/shapes.module.css";
import { lawRulesQuery, lawSettingsQuery, saveLaw } from "./queries.ts";

type Settings = Parameters<typeof saveLaw>[0];

/** In the choice of a country: all countries of the European Union. */
const EU = "EU";

/** Where the seller is, and where their buyers live. */
export function LawForm({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const formats = useFormats();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    savedValues: settings,
    refetch: () => refetch(lawSettingsQuery),
    save: saveLaw,
    onSaved: ({ consentRefusal = null, ...saved }, client) => {
      setRefusal(consentRefusal);
      client.setQueryData(lawSettingsQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: lawRulesQuery.queryKey });
    },
  });
  const { values, setValues, getFieldError } = form;
  const countries = countryCodes
    .map((value) => ({ value, label: formats.country(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, formats.locale));
  return (
    <FormFrame form={form} submitLabel={t`Save countries`}>
      {refusal !== null && (
        <Notice tone="info" title={t`Consent at checkout isn’t asked for yet.`}>
          <p>{refusal}</p>
        </Notice>
      )}
      <SelectField
        name="seller"
        label={t`Your country`}
        hint={t`Where your business is. Outside the United States and Canada, new prices then include tax unless you choose otherwise under Tax.`}
        options={[{ value: "", label: t`Choose a country` }, ...countries]}
        value={values.seller ?? ""}
        onChange={({ target }) => setValues({ seller: target.value || null })}
        error={getFieldError("seller")}
      />
      <RadioGroup
        legend={t`Who you sell to`}
        value={values.buyers === "everywhere" ? "everywhere" : "some"}
        onChange={(chosen) =>
          setValues({ buyers: chosen === "everywhere" ? "everywhere" : toList(values.seller) })
        }
        options={[
          {
            value: "everywhere",
            label: t`Everywhere`,
            hint: t`All rules below apply.`,
          },
          {
            value: "some",
            label: t`Some countries`,
            hint: t`This only chooses the rules below. It doesn’t stop anybody from buying.`,
          },
        ]}
      />
      {values.buyers !== "everywhere" && (
        <ChosenCountries
          chosen={values.buyers}
          countries={countries}
          onChange={(buyers) => setValues({ buyers })}
          error={getFieldError("buyers")}
        />
      )}
    </FormFrame>
  );
}

const toList = (country: string | null) => (country === null ? [] : [country]);

function ChosenCountries({
  chosen,
  countries,
  onChange,
  error,
}: {
  chosen: string[];
  countries: { value: string; label: string }[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
}) {
  const { t } = useLingui();
  const add = (value: string) =>
    onChange([...new Set([...chosen, ...(value === EU ? euCountries : [value])])]);
  const names = new Map(countries.map(({ value, label }) => [value, label]));
  return (
    <div className={shapes.items}>
      <SelectField
        name="buyers"
        label={t`Add a country`}
        options={[
          { value: "", label: t`Choose a country` },
          { value: EU, label: t`All of the European Union` },
          ...countries.filter(({ value }) => !chosen.includes(value)),
        ]}
        value=""
        onChange={({ target }) => target.value !== "" && add(target.value)}
        error={error}
      />
      <ul className={shapes.actions}>
        {chosen.map((code) => {
          const name = names.get(code) ?? code;
          return (
            <li key={code}>
              {name}{" "}
              <Button
                kind="plain"
                aria-label={t`Remove ${name}`}
                onClick={() => onChange(chosen.filter((each) => each !== code))}
              >
                {t`Remove`}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
