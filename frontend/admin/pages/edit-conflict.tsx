import { Trans, useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { PageSource } from "./queries.ts";
import styles from "./page-editor.module.css";

/** Shown when another member saved the page first: their version, and a choice between the two. */
export function EditConflict({
  theirs,
  onKeepMine,
  onTakeTheirs,
}: {
  theirs: PageSource;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const { t } = useLingui();
  const savedAt = useFormats().dateTime(theirs.updatedAt);
  return (
    <Notice tone="error" title={t`Someone else saved this page while you were editing.`}>
      <p>
        <Trans>
          They saved it on {savedAt}. Your text is still in the fields above. If you keep your
          version, saving overwrites their changes to the same fields.
        </Trans>
      </p>
      <details className={styles.theirs}>
        <summary>
          <Trans>Their version</Trans>
        </summary>
        <dl>
          <dt>
            <Trans>Title</Trans>
          </dt>
          <dd>{theirs.title}</dd>
          <dt>
            <Trans>URL</Trans>
          </dt>
          <dd>/read/{theirs.slug}</dd>
          <dt>
            <Trans>Excerpt</Trans>
          </dt>
          <dd>
            <pre>{theirs.excerpt}</pre>
          </dd>
          <dt>
            <Trans>Content</Trans>
          </dt>
          <dd>
            <pre>{theirs.body}</pre>
          </dd>
          <dt>
            <Trans>Anyone can read this page</Trans>
          </dt>
          <dd>{theirs.isFree ? t`Yes` : t`No`}</dd>
        </dl>
      </details>
      <div className={styles.choices}>
        <Button onClick={onKeepMine}>
          <Trans>Keep my version</Trans>
        </Button>
        <Button kind="plain" onClick={onTakeTheirs}>
          <Trans>Discard mine and use theirs</Trans>
        </Button>
      </div>
    </Notice>
  );
}
