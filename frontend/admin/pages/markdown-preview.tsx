import { useQuery } from "@tanstack/react-query";
import { Prose } from "../../ui/prose.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { previewQuery } from "./queries.ts";
import styles from "./page-editor.module.css";

/** Previews rendered Markdown shortly after the user stops typing. */
export function MarkdownPreview({ label, markdown }: { label: string; markdown: string }) {
  const debouncedMarkdown = useDebouncedValue(markdown);
  const { data, isError } = useQuery(previewQuery(debouncedMarkdown));
  return (
    <section className={styles.rendered} aria-label={label}>
      <p className={styles.label}>{label}</p>
      {isError ? (
        <p>The preview did not come. Your text is safe.</p>
      ) : data ? (
        <Prose html={data} />
      ) : (
        <p className={styles.label}>Nothing yet.</p>
      )}
    </section>
  );
}
