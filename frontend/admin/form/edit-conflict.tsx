import { useLingui } from "@lingui/react/macro";
import { useState, type RefObject } from "react";
import type { ApiError } from "../../http/errors.ts";
import { isLocale } from "../../../worker/shared/locales.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./form.module.css";
import { getFieldLabel } from "./form-errors.tsx";
import type { FieldConflict } from "./merge-edits.ts";

/** What another member saved since this edit began. */
export type EditConflict = {
  lastEdit: ApiError["lastEdit"];
  /** Whether it was merged into this edit, which is still to be saved. */
  isLoaded: boolean;
  /** The paths of fields that only they changed. */
  taken: string[];
  /** Fields that both changed. */
  conflicts: FieldConflict[];
  /** Merges their version into this edit. @param theirs the conflicts that are decided for them */
  load: (theirs: FieldConflict[]) => void;
};

/**
 * Says who saved which fields meanwhile, and merges both versions. Where both changed the same field, the user chooses.
 * It has the focus as soon as it appears.
 */
export function EditConflictNotice({
  conflict,
  container,
}: {
  conflict: EditConflict;
  /** Contains the fields, by whose labels they are named. */
  container: RefObject<HTMLElement | null>;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { lastEdit, isLoaded, taken, conflicts, load } = conflict;
  const nameOf = (path: string) => {
    const [first, locale, field] = path.split(".");
    return first === "translations" && isLocale(locale) && field !== undefined
      ? `${nameField(container.current, field)} (${formats.language(locale)})`
      : nameField(container.current, path);
  };
  const who = lastEdit?.by;
  const when = lastEdit && formats.dateTime(lastEdit.at);
  const fields = [...new Set([...taken, ...conflicts.map(({ path }) => path)].map(nameOf))];
  const names = formats.list(fields);
  return (
    <div key={`${isLoaded} ${when}`} ref={focus} tabIndex={-1} className={styles.conflict}>
      {isLoaded ? (
        <Notice
          tone="info"
          title={t`Their changes were loaded.`}
          text={t`Your changes are still here. Review them, then save again.`}
        />
      ) : (
        <Notice
          tone="error"
          title={
            who == null
              ? t`Not saved. Someone else saved changes while you were editing.`
              : t`Not saved. ${who} saved changes while you were editing.`
          }
          text={when === undefined ? t`Changed: ${names}.` : t`Changed on ${when}: ${names}.`}
        >
          {conflicts.map((each) => (
            <fieldset key={each.path} className={styles.choice}>
              <legend>{t`You both changed “${nameOf(each.path)}”. Which one stays?`}</legend>
              {([false, true] as const).map((isTheirs) => (
                <label key={String(isTheirs)}>
                  <input
                    type="radio"
                    name={`conflict:${each.path}`}
                    checked={chosen.has(each.path) === isTheirs}
                    onChange={() => setChosen(toggled(chosen, each.path, isTheirs))}
                  />
                  <span>
                    {isTheirs ? t`Theirs` : t`Yours`}
                    {": "}
                    <q>{showValue(isTheirs ? each.theirs : each.mine)}</q>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
          <div>
            <Button onClick={() => load(conflicts.filter(({ path }) => chosen.has(path)))}>
              {t`Load other changes`}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

function toggled(chosen: ReadonlySet<string>, path: string, isChosen: boolean): Set<string> {
  const others = [...chosen].filter((each) => each !== path);
  return new Set(isChosen ? [...others, path] : others);
}

/** The label of the field on the page, or else the words of its name: "Translations, de, line". */
function nameField(container: HTMLElement | null, path: string): string {
  const field = container?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`);
  return (field && getFieldLabel(field)) || path.split(".").map(toWords).join(", ");
}

const toWords = (name: string, index: number) => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return index === 0 ? words.charAt(0).toUpperCase() + words.slice(1) : words;
};

function showValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return "—";
  return typeof value === "string" ? value : JSON.stringify(value);
}
