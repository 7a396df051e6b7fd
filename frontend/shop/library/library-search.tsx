import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { TextField } from "../../ui/field/fields.tsx";
import shapes from "../../ui/shapes.module.css";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./library.module.css";

/** Filters a long library. `/` focuses the field, Escape clears it. */
export function LibrarySearch({
  query,
  matchCount,
  onChange,
}: {
  query: string;
  /** The number of matching entries. */
  matchCount: number;
  onChange: (query: string) => void;
}) {
  const { t } = useLingui();
  const search = useRef<HTMLElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && isTextInput(event.target)) return;
      event.preventDefault();
      search.current?.querySelector("input")?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  const result =
    matchCount === 0
      ? t`No results in your library.`
      : t`${plural(matchCount, { one: "# result", other: "# results" })}`;
  const announcement = useDebouncedValue(query.trim() === "" ? "" : result);
  return (
    <search ref={search} className={styles.search}>
      <TextField
        label={t`Search your library`}
        type="search"
        name="search"
        placeholder={t`Product, file, page, or license key`}
        autoComplete="off"
        aria-keyshortcuts="/"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onChange("")}
      />
      <output className={shapes.muted}>{announcement}</output>
    </search>
  );
}

function isTextInput(element: HTMLElement) {
  return element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}
