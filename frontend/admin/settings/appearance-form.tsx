import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { typefaceNames, type Typeface } from "../../../worker/shared/typefaces.ts";
import { parseColor, toHex } from "../../../worker/shared/color.ts";
import { FormFrame, useForm } from "../form/form.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, FieldRow, SelectField } from "../../ui/field/fields.tsx";
import { ColorField } from "../../ui/field/color-field.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { refetch } from "../frame/queries.ts";
import styles from "./shop-settings-page.module.css";
import shapes from "../frame/shapes.module.css";
import {
  saveAppearance,
  applySavedShop,
  shopSettingsQuery,
  contrastQuery,
  type Shop,
  type ContrastResult,
} from "./queries.ts";

/** The colors that Gatehouse comes with, as in `frontend/styles/tokens.css`. */
const defaultAccents = {
  light: toHex({ lightness: 0.395, chroma: 0.075, hue: 222 }),
  dark: toHex({ lightness: 0.82, chroma: 0.062, hue: 207 }),
};

const toValues = ({ accent, accentDark, logoSaysName, typeface, version }: Shop) => ({
  accent: accent ?? "",
  accentDark: accentDark ?? "",
  logoSaysName,
  typeface,
  version,
});

const typefaceLabels: Record<Typeface, MessageDescriptor> = {
  system: msg`The reader’s own`,
  lora: msg`Lora, a serif for headings`,
  bitter: msg`Bitter, a slab serif for headings`,
  figtree: msg`Figtree, a sans serif for all text`,
};

/** Edits the accent color and the typeface. Shows its contrast while typing, and suggests the nearest readable color. */
export function AppearanceForm({ shop }: { shop: Shop }) {
  const { t, i18n } = useLingui();
  const form = useForm({
    savedValues: toValues(shop),
    refetch: async () => toValues(await refetch(shopSettingsQuery)),
    save: ({ accent, accentDark, ...rest }) =>
      saveAppearance({
        ...rest,
        accent: accent.trim() || null,
        accentDark: accentDark.trim() || null,
      }),
    onSaved: (saved, client) => void applySavedShop(client, saved),
  });
  const { values, setValues, getFieldError } = form;
  const accent = useDebouncedValue(values.accent);
  const accentDark = useDebouncedValue(values.accentDark);
  const contrastResult = useQuery({
    ...contrastQuery({ accent, accentDark }),
    enabled: accent !== "" || accentDark !== "",
    placeholderData: keepPreviousData,
  }).data;
  const hasCustomAccent = values.accent.trim() !== "";
  return (
    <FormFrame form={form} submitLabel={t`Save color`}>
      <FieldRow>
        <AccentField
          label={t`Color`}
          hint={t`For example #0b7285. Leave blank to use the default color.`}
          scheme="light"
          value={values.accent}
          contrastResult={hasCustomAccent ? contrastResult?.light : null}
          error={getFieldError("accent")}
          onChange={(accent) => setValues({ accent })}
        />
        <AccentField
          label={t`Color in dark mode`}
          hint={t`Leave blank to use a lighter version of the same color.`}
          scheme="dark"
          value={values.accentDark}
          contrastResult={
            hasCustomAccent || values.accentDark.trim() !== "" ? contrastResult?.dark : null
          }
          error={getFieldError("accentDark")}
          onChange={(accentDark) => setValues({ accentDark })}
        />
      </FieldRow>
      <SelectField
        name="typeface"
        label={t`Typeface`}
        hint={t`The same on every machine, if you choose one. Japanese and Arabic use the reader’s own.`}
        value={values.typeface}
        onChange={({ target }) =>
          setValues({ typeface: typefaceNames.find((name) => name === target.value) ?? "system" })
        }
        options={typefaceNames.map((name) => ({
          value: name,
          label: i18n._(typefaceLabels[name]),
        }))}
      />
      {shop.logo && (
        <CheckField
          label={t`The logo contains the shop’s name`}
          hint={t`The name is then not shown next to the logo.`}
          {...form.check("logoSaysName")}
        />
      )}
    </FormFrame>
  );
}

function AccentField({
  label,
  hint,
  scheme,
  value,
  contrastResult,
  error,
  onChange,
}: {
  label: string;
  hint: string;
  scheme: "light" | "dark";
  value: string;
  contrastResult: ContrastResult["light"] | undefined;
  error: string | undefined;
  onChange: (color: string) => void;
}) {
  const { t } = useLingui();
  const nearest = contrastResult?.nearest;
  return (
    <div className={styles.color}>
      <ColorField
        label={label}
        hint={hint}
        value={value}
        pickerColor={contrastResult?.color ?? parseColor(value) ?? defaultAccents[scheme]}
        onChange={onChange}
        error={error}
      />
      {contrastResult && <Sample color={contrastResult.color} scheme={scheme} />}
      {contrastResult && !error && (
        <p className={shapes.soft}>
          <ContrastSentence scheme={scheme} result={contrastResult} />
        </p>
      )}
      {contrastResult && !contrastResult.passes && (
        <Button onClick={() => onChange(contrastResult.nearest)}>{t`Use ${nearest}`}</Button>
      )}
    </div>
  );
}

function ContrastSentence({
  scheme,
  result: { passes, contrast, nearest },
}: {
  scheme: "light" | "dark";
  result: NonNullable<ContrastResult["light"]>;
}) {
  const { t } = useLingui();
  if (passes)
    return scheme === "light"
      ? t`Easy to read in light mode: contrast ${contrast}:1.`
      : t`Easy to read in dark mode: contrast ${contrast}:1.`;
  return scheme === "light" ? (
    <Trans>
      Hard to read in light mode: contrast {contrast}:1, but text needs at least 4.5:1. The nearest
      readable color is {nearest}.
    </Trans>
  ) : (
    <Trans>
      Hard to read in dark mode: contrast {contrast}:1, but text needs at least 4.5:1. The nearest
      readable color is {nearest}.
    </Trans>
  );
}

/**
 * Shows a link and a button in a color. The color is set by script, because the Content Security Policy forbids inline
 * styles.
 */
function Sample({ color, scheme }: { color: string; scheme: "light" | "dark" }) {
  const { t } = useLingui();
  const sample = useRef<HTMLDivElement>(null);
  useEffect(() => sample.current?.style.setProperty("--sample", color), [color]);
  return (
    <div ref={sample} className={styles.sample} data-scheme={scheme} aria-hidden="true">
      <span>{t`Link`}</span>
      <b>{t`Button`}</b>
    </div>
  );
}
