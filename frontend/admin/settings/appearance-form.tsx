import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { parseColor, toHex } from "../../../worker/lib/color.ts";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { ColorField } from "../../ui/field/color-field.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./appearance-form.module.css";
import {
  saveAppearance,
  applySavedShop,
  contrastQuery,
  type Shop,
  type ContrastResult,
} from "./queries.ts";

/** The colors that Gatehouse comes with, as in `frontend/styles/tokens.css`. */
const defaultAccents = {
  light: toHex({ lightness: 0.395, chroma: 0.075, hue: 222 }),
  dark: toHex({ lightness: 0.82, chroma: 0.062, hue: 207 }),
};

/** Edits the accent color. Shows its contrast while typing, and suggests the nearest readable color. */
export function AppearanceForm({ shop }: { shop: Shop }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    savedValues: {
      accent: shop.accent ?? "",
      accentDark: shop.accentDark ?? "",
      logoSaysName: shop.logoSaysName,
    },
    save: ({ accent, accentDark, logoSaysName }) =>
      saveAppearance({
        accent: accent.trim() || null,
        accentDark: accentDark.trim() || null,
        logoSaysName,
      }),
    onSaved: (saved) => void applySavedShop(client, saved),
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
      {shop.logo && (
        <CheckField
          label={t`The logo contains the shop’s name`}
          hint={t`The name is then not shown next to the logo.`}
          checked={values.logoSaysName}
          onChange={(event) => setValues({ logoSaysName: event.target.checked })}
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
        <p className={styles.verdict}>
          <ContrastSentence scheme={scheme} result={contrastResult} />
        </p>
      )}
      {contrastResult && !contrastResult.passes && (
        <Button onClick={() => onChange(contrastResult.nearest)}>
          <Trans>Use {nearest}</Trans>
        </Button>
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
  if (passes)
    return scheme === "light" ? (
      <Trans>Easy to read in light mode: contrast {contrast}:1.</Trans>
    ) : (
      <Trans>Easy to read in dark mode: contrast {contrast}:1.</Trans>
    );
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
  const sample = useRef<HTMLDivElement>(null);
  useEffect(() => sample.current?.style.setProperty("--sample", color), [color]);
  return (
    <div ref={sample} className={styles.sample} data-scheme={scheme} aria-hidden="true">
      <span>
        <Trans>Link</Trans>
      </span>
      <b>
        <Trans>Button</Trans>
      </b>
    </div>
  );
}
