import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field/check-field.tsx";
import { FieldRow } from "../../ui/field/field-row.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./appearance-form.module.css";
import {
  saveAppearance,
  applySavedShop,
  contrastQuery,
  type Shop,
  type ContrastResult,
} from "./queries.ts";

/** Edits the accent color. Shows its contrast while typing, and suggests the nearest readable color. */
export function AppearanceForm({ shop }: { shop: Shop }) {
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
    <FormFrame form={form} submitLabel="Save color">
      <FieldRow>
        <ColorField
          label="Color"
          hint="As #0b7285 or oklch(50% 0.1 220). Empty is the color that Gatehouse comes with."
          scheme="light"
          value={values.accent}
          contrastResult={hasCustomAccent ? contrastResult?.light : null}
          error={getFieldError("accent")}
          onChange={(accent) => setValues({ accent })}
        />
        <ColorField
          label="On dark pages"
          hint="Empty is the same color, made light."
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
          label="The logo says the name"
          hint="Then the name is not written beside it."
          checked={values.logoSaysName}
          onChange={(event) => setValues({ logoSaysName: event.target.checked })}
        />
      )}
    </FormFrame>
  );
}

function ColorField({
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
  return (
    <div className={styles.color}>
      <TextField
        label={label}
        hint={hint}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
      {contrastResult && <Sample color={contrastResult.color} scheme={scheme} />}
      {contrastResult && !error && (
        <p className={styles.verdict}>
          Contrast {contrastResult.contrast} to 1
          {contrastResult.passes
            ? "."
            : `, and text needs 4.5. The nearest that has it: ${contrastResult.nearest}.`}
        </p>
      )}
      {contrastResult && !contrastResult.passes && (
        <Button onClick={() => onChange(contrastResult.nearest)}>
          Use {contrastResult.nearest}
        </Button>
      )}
    </div>
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
      <span>A link</span>
      <b>A button</b>
    </div>
  );
}
