/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a `select` is not searched by the words of its options */
import { useLingui } from "@lingui/react/macro";
import { useId, useState, type KeyboardEvent } from "react";
import { useFormats } from "../../i18n/use-formats.ts";
import { findCurrencies, nameCurrencies } from "./currency-names.ts";
import styles from "./currency-field.module.css";
import fieldStyles from "./field.module.css";
import { type FieldProps, LabeledField } from "./fields.tsx";

/**
 * A labeled choice of one of the currencies that Stripe takes, by name or code. Typing searches; the arrow keys, Enter
 * and Escape work as in every list.
 * @param props.value ISO 4217, lower case
 */
export function CurrencyField({
  label,
  hint,
  error,
  value,
  onChange,
}: Partial<Pick<FieldProps, "label">> &
  Pick<FieldProps, "hint" | "error"> & {
    value: string;
    onChange: (currency: string) => void;
  }) {
  const { t } = useLingui();
  const formats = useFormats();
  const getName = nameCurrencies(formats.locale);
  const listId = useId();
  // What was typed; null while the list is closed.
  const [search, setSearch] = useState<string | null>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const isOpen = search !== null;
  const options = isOpen ? findCurrencies(getName, search, { preferred: [value] }) : [];
  const active = options[activeIndex];

  const describe = (code: string) => `${getName(code)} (${code.toUpperCase()})`;

  const open = (text: string) => {
    setSearch(text);
    setActiveIndex(0);
  };
  const choose = (currency: string | undefined) => {
    if (currency) onChange(currency);
    setSearch(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) open("");
      else setActiveIndex((activeIndex + step + options.length) % Math.max(options.length, 1));
    } else if (isOpen && event.key === "Enter") {
      event.preventDefault();
      choose(active);
    } else if (isOpen && event.key === "Escape") {
      // Only the list closes, not a dialog around it.
      event.stopPropagation();
      event.preventDefault();
      setSearch(null);
    }
  };
  return (
    <LabeledField label={label ?? t`Currency`} hint={hint} error={error}>
      {(props) => (
        <div className={styles.currency}>
          <input
            {...props}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active && `${listId}-${active}`}
            autoComplete="off"
            spellCheck={false}
            className={fieldStyles.input}
            value={search ?? describe(value)}
            placeholder={t`Search by name or code`}
            onFocus={(event) => event.target.select()}
            onClick={() => isOpen || open("")}
            onChange={(event) => open(event.target.value)}
            onKeyDown={onKeyDown}
            // A code that was typed in full counts, also without Enter.
            onBlur={() => choose(options.find((code) => code === search?.trim().toLowerCase()))}
          />
          {isOpen && (
            <div className={styles.popup}>
              <div id={listId} role="listbox" aria-label={t`Currencies`}>
                {options.map((code, index) => (
                  <div
                    key={code}
                    id={`${listId}-${code}`}
                    ref={index === activeIndex ? scrollIntoView : undefined}
                    role="option"
                    aria-selected={index === activeIndex}
                    // Before the field loses the focus, which closes the list.
                    onPointerDown={(event) => {
                      event.preventDefault();
                      choose(code);
                    }}
                  >
                    <span>{getName(code)}</span>
                    <span>{code.toUpperCase()}</span>
                  </div>
                ))}
              </div>
              <output>
                {options.length === 0 &&
                  t`Stripe doesn’t support a currency that matches “${search}”.`}
              </output>
            </div>
          )}
        </div>
      )}
    </LabeledField>
  );
}

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });
