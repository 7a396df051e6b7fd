import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Prose } from "../../ui/prose.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import styles from "./markdown-preview.module.css";
import { previewQuery } from "./preview-query.ts";

/** Previews rendered Markdown shortly after the user stops typing. */
export function MarkdownPreview({
  label,
  markdown,
  isLabelShown = true,
}: {
  label: string;
  markdown: string;
  /** False where the preview stands in the place of what it is a preview of. */
  isLabelShown?: boolean;
}) {
  const debouncedMarkdown = useDebouncedValue(markdown);
  const { data, isError } = useQuery(previewQuery(debouncedMarkdown));
  return (
    <section className={styles.rendered} aria-label={label}>
      {isLabelShown && <p className={styles.label}>{label}</p>}
      {isError ? (
        <p>
          <Trans>Couldn’t load the preview. Your text isn’t affected.</Trans>
        </p>
      ) : data ? (
        <Prose html={data} />
      ) : (
        <p className={styles.label}>
          <Trans>Nothing to preview</Trans>
        </p>
      )}
    </section>
  );
}
