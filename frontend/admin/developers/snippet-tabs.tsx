import { useLingui } from "@lingui/react/macro";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import shapes from "../frame/shapes.module.css";
import { getSnippets, type SnippetValues } from "./snippets.ts";

/** The snippets as tabs. The arrow keys move between them. */
export function SnippetTabs({ values }: { values: SnippetValues }) {
  const { t } = useLingui();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const [shownId, setShownId] = useState("curl");
  const snippets = getSnippets(values);
  const shown = snippets.findIndex((snippet) => snippet.id === shownId);
  const snippet = snippets[shown]!;
  const snippetName = snippet.name;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (shown + step + snippets.length) % snippets.length;
    setShownId(snippets[next]!.id);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div className={shapes.stack}>
      <div ref={tabs} role="tablist" aria-label={t`Languages`} className={shapes.tabs}>
        {snippets.map((each) => (
          <button
            key={each.id}
            type="button"
            role="tab"
            id={`${id}-${each.id}`}
            aria-selected={each === snippet}
            aria-controls={`${id}-panel`}
            tabIndex={each === snippet ? 0 : -1}
            onClick={() => setShownId(each.id)}
            onKeyDown={move}
          >
            {each.name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${snippet.id}`}
        className={shapes.stack}
      >
        {snippet.install && (
          <CodeBlock label={t`the install commands`} title={t`Terminal`} code={snippet.install} />
        )}
        <CodeBlock label={t`the ${snippetName} code`} title={snippet.title} code={snippet.code} />
      </div>
    </div>
  );
}
