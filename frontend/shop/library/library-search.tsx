import { useEffect, useRef } from "react";
import { Field } from "../../ui/field.tsx";
import { useSettled } from "../../ui/use-debounced-value.ts";
import styles from "./library-search.module.css";

/** The field that narrows a long library; `/` leads to it, Escape empties it. */
export function LibrarySearch({
  query,
  found,
  onChange,
}: {
  query: string;
  /** How many entries are left. */
  found: number;
  onChange: (query: string) => void;
}) {
  const search = useRef<HTMLElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && isTypedInto(event.target)) return;
      event.preventDefault();
      search.current?.querySelector("input")?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  const announced = useSettled(query.trim() === "" ? "" : describeFound(found));
  return (
    <search ref={search} className={styles.search}>
      <Field
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
      <output className={styles.found}>{announced}</output>
    </search>
  );
}

function isTypedInto(element: HTMLElement) {
  return element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

function describeFound(found: number) {
  if (found === 0) return "Nothing in your library is called so.";
  return found === 1 ? "1 thing found." : `${found} things found.`;
}
