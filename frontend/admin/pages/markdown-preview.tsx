import { useQuery } from "@tanstack/react-query";
import { Prose } from "../../ui/prose.tsx";
import { useSettled } from "../../ui/use-debounced-value.ts";
import { previewQuery } from "./queries.ts";
import styles from "./page-editor.module.css";

/** What a text becomes, a moment after the typing pauses. */
export function Preview({ label, markdown }: { label: string; markdown: string }) {
  const settled = useSettled(markdown);
  const { data, isError } = useQuery(previewQuery(settled));
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
