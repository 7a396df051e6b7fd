import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import {
  useState,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from "react";
import { useLocation } from "wouter";
import type { Role } from "../../../worker/shared/roles.ts";
import { useUser } from "../../http/session.ts";
import { explainError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { actions, findPlaces, pages } from "./console-pages.ts";
import {
  type Entry,
  type EntryGroup,
  foundCodeQuery,
  foundLinksOf,
  groupResults,
  searchResultsQuery,
  toCodeGroup,
  toLinkGroup,
} from "./results.ts";
import { hasCommandKey } from "./open-search.ts";
import { ResultGroup, toOptions, type Option } from "./result-group.tsx";
import styles from "./search-dialog.module.css";
import { readMemory, rememberEntry, rememberText } from "./search-memory.ts";

/** Short, because each search is cheap. */
const searchDelayMs = 150;
const codeDelayMs = 600;

/** The console's search: its pages and actions, and everything in the shop. Keyboard: arrows, Enter, ⌘Enter, Escape. */
export default function SearchDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useLingui();
  const userId = useUser()?.id ?? "";
  const [, navigate] = useLocation();
  const [memory] = useState(() => readMemory(userId));
  const [typed, setTyped] = useState(memory.text);
  const text = typed.trim();
  const { results, groups } = useResults(text, role, memory.recent);
  const options = groups.flatMap(toOptions);
  const [chosenId, setChosenId] = useState("");
  // The first, until the arrows or the pointer choose another, and again when that is gone.
  const selected = options.find(({ id }) => id === chosenId) ?? options[0];

  function open(option: Option, isNewTab: boolean) {
    if (option.entry) rememberEntry(userId, option.entry);
    if (isNewTab) return void globalThis.open(option.href, "_blank", "noopener");
    onClose();
    navigate(option.href);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter alone is the command menu's.
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    if (selected) open(selected, true);
  }

  return (
    <ModalDialog onClose={onClose}>
      <Command
        label={t`Search the console`}
        shouldFilter={false}
        loop
        value={selected?.id ?? ""}
        onValueChange={setChosenId}
        onKeyDown={onKeyDown}
        className={styles.command}
      >
        <div className={styles.top}>
          <Command.Input
            value={typed}
            onValueChange={(value) => {
              setTyped(value);
              setChosenId("");
              rememberText(userId, value);
            }}
            maxLength={200}
            placeholder={t`Name, email, ID, invoice number, or license key`}
            // The last search is replaced by typing.
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" className={styles.close} onClick={onClose}>
            {t`Close`}
          </button>
        </div>
        <Command.List label={t`Results`} className={styles.list}>
          {groups.map((group) => (
            <ResultGroup key={group.heading} group={group} onOpen={open} />
          ))}
        </Command.List>
        <SearchState text={text} results={results} count={options.length} />
      </Command>
    </ModalDialog>
  );
}

/** Pages and actions at once, and the server's results when the typing pauses; without a text, what was opened last. */
function useResults(text: string, role: Role, recent: Entry[]) {
  const { t, i18n } = useLingui();
  const settledText = useDebouncedValue(text, searchDelayMs);
  const results = useQuery({
    ...searchResultsQuery(settledText),
    placeholderData: keepPreviousData,
  });
  // Stripe is asked only when the typing has come to an end.
  const codes = useQuery(foundCodeQuery(useDebouncedValue(text, codeDelayMs), role));
  const links = useQuery({
    ...foundLinksOf(settledText, role),
    placeholderData: keepPreviousData,
  });
  const find = (places: Parameters<typeof findPlaces>[1]) =>
    findPlaces(i18n, places, role, text).slice(0, text === "" ? 20 : 5);
  const places: EntryGroup[] = [
    { heading: t`Pages`, entries: find(pages) },
    { heading: t`Actions`, entries: find(actions) },
  ];
  const groups =
    text === ""
      ? [{ heading: t`Recent`, entries: recent }, ...places.toReversed()]
      : [
          ...places,
          ...(codes.data ? [toCodeGroup(i18n, codes.data)] : []),
          ...(links.data ? [toLinkGroup(i18n, links.data)] : []),
          ...(results.data ? groupResults(i18n, results.data, text, role) : []),
        ];
  return {
    results: {
      isLoading:
        text !== "" && (settledText !== text || results.isPending || results.isPlaceholderData),
      error: results.error,
      retry: () => void results.refetch(),
    },
    groups: groups.filter(({ entries }) => entries.length > 0),
  };
}

const newTabKeys = hasCommandKey ? "⌘↵" : "Ctrl ↵";

/** The line below the results: the state of the search, and the keys. */
function SearchState({
  text,
  results,
  count,
}: {
  text: string;
  results: { isLoading: boolean; error: Error | null; retry: () => void };
  count: number;
}) {
  const { t, i18n } = useLingui();
  if (results.error && text !== "") {
    return (
      <div className={styles.state} role="alert">
        <p>{explainError(i18n, results.error)}</p>
        <Button onClick={results.retry}>{t`Try again`}</Button>
      </div>
    );
  }
  return (
    <>
      {!results.isLoading && text !== "" && count === 0 && (
        <div className={styles.state}>
          <p>{t`No results for “${text}”.`}</p>
          <p className={styles.detail}>
            <Trans>
              Search by part of a customer’s name or email, part of a product’s name, the start of a
              Gatehouse or Stripe ID, an order or invoice number, a license key, a whole discount
              code, part of a permanent link’s name or code, or the amount of one of the newest
              1,000 payments. Card numbers are only in Stripe.
            </Trans>
          </p>
        </div>
      )}
      <div className={styles.foot}>
        <output>
          {results.isLoading ? (
            t`Searching…`
          ) : (
            <VisuallyHidden>
              {text !== "" && (
                <Plural value={count} _0="No results" one="# result" other="# results" />
              )}
            </VisuallyHidden>
          )}
        </output>
        <span className={styles.keys} aria-hidden="true">
          <Trans>
            <kbd>↑↓</kbd> select <kbd>↵</kbd> open <kbd>{newTabKeys}</kbd> open in new tab
          </Trans>
        </span>
      </div>
    </>
  );
}

/** A native modal without a heading or buttons of its own: Escape and a click outside close it. */
function ModalDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser restores the focus only if the dialog is closed before it leaves the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector("input")?.focus();
    return () => element?.close();
  }, []);
  // The target of a click beside the dialog is the dialog itself. A click inside has one of its elements.
  useEffect(() => {
    const element = dialog.current;
    const closeOutside = (event: globalThis.MouseEvent) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener("click", closeOutside);
    return () => element?.removeEventListener("click", closeOutside);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t`Search the console`}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
