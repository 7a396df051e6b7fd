import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CheckField, FieldRow, FormFrame, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { useSettled } from "../../ui/use-debounced-value.ts";
import styles from "./appearance-form.module.css";
import { saveLook, showSavedShop, verdictQuery, type Shop, type Verdict } from "./queries.ts";

/** The accent: how it reads is shown while it is typed, and the nearest that reads well is offered. */
export function LookForm({ shop }: { shop: Shop }) {
  const client = useQueryClient();
  const form = useForm({
    saved: {
      accent: shop.accent ?? "",
      accentDark: shop.accentDark ?? "",
      logoSaysName: shop.logoSaysName,
    },
    save: ({ accent, accentDark, logoSaysName }) =>
      saveLook({
        accent: accent.trim() || null,
        accentDark: accentDark.trim() || null,
        logoSaysName,
      }),
    onSaved: (saved) => void showSavedShop(client, saved),
  });
  const { values, set, errorOf } = form;
  const accent = useSettled(values.accent);
  const accentDark = useSettled(values.accentDark);
  const verdict = useQuery({
    ...verdictQuery({ accent, accentDark }),
    enabled: accent !== "" || accentDark !== "",
    placeholderData: keepPreviousData,
  }).data;
  const isChosen = values.accent.trim() !== "";
  return (
    <FormFrame form={form} save="Save color">
      <FieldRow>
        <ColorField
          label="Color"
          hint="As #0b7285 or oklch(50% 0.1 220). Empty is the color that Gatehouse comes with."
          scheme="light"
          value={values.accent}
          verdict={isChosen ? verdict?.light : null}
          error={errorOf("accent")}
          onChange={(accent) => set({ accent })}
        />
        <ColorField
          label="On dark pages"
          hint="Empty is the same color, made light."
          scheme="dark"
          value={values.accentDark}
          verdict={isChosen || values.accentDark.trim() !== "" ? verdict?.dark : null}
          error={errorOf("accentDark")}
          onChange={(accentDark) => set({ accentDark })}
        />
      </FieldRow>
      {shop.logo && (
        <CheckField
          label="The logo says the name"
          hint="Then the name is not written beside it."
          checked={values.logoSaysName}
          onChange={(event) => set({ logoSaysName: event.target.checked })}
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
  verdict,
  error,
  onChange,
}: {
  label: string;
  hint: string;
  scheme: "light" | "dark";
  value: string;
  verdict: Verdict["light"] | undefined;
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
      {verdict && <Sample color={verdict.color} scheme={scheme} />}
      {verdict && !error && (
        <p className={styles.verdict}>
          Contrast {verdict.contrast} to 1
          {verdict.passes
            ? "."
            : `, and text needs 4.5. The nearest that has it: ${verdict.nearest}.`}
        </p>
      )}
      {verdict && !verdict.passes && (
        <Button onClick={() => onChange(verdict.nearest)}>Use {verdict.nearest}</Button>
      )}
    </div>
  );
}

/** How a link and a button look in it. By script, since the policy forbids styles in the markup. */
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
