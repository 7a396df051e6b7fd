import { useEffect, useRef } from "react";
import { TextField } from "../../ui/field/text-field.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./library-search.module.css";

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
  const announcement = useDebouncedValue(query.trim() === "" ? "" : describeMatchCount(matchCount));
  return (
    <search ref={search} className={styles.search}>
      <TextField
        label="Search your library"
        type="search"
        name="search"
        placeholder="A product, a file, a page, a key"
        autoComplete="off"
        aria-keyshortcuts="/"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onChange("")}
      />
      <output className={styles.found}>{announcement}</output>
    </search>
  );
}

function isTextInput(element: HTMLElement) {
  return element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

function describeMatchCount(matchCount: number) {
  if (matchCount === 0) return "Nothing in your library is called so.";
  return matchCount === 1 ? "1 thing found." : `${matchCount} things found.`;
}
