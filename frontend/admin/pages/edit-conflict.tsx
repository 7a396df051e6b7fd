import { Button } from "../../ui/button.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
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
  return (
    <Notice tone="error" title="Somebody else saved this page while you typed.">
      <p>
        They saved it on {formatDateTime(theirs.updatedAt)}. Your text is still in the fields above.
        If you go on with it, the next save replaces theirs where you changed something.
      </p>
      <details className={styles.theirs}>
        <summary>What they saved</summary>
        <dl>
          <dt>Title</dt>
          <dd>{theirs.title}</dd>
          <dt>Address</dt>
          <dd>/read/{theirs.slug}</dd>
          <dt>Excerpt</dt>
          <dd>
            <pre>{theirs.excerpt}</pre>
          </dd>
          <dt>Page</dt>
          <dd>
            <pre>{theirs.body}</pre>
          </dd>
          <dt>Anyone can read this page</dt>
          <dd>{theirs.isFree ? "Yes" : "No"}</dd>
        </dl>
      </details>
      <div className={styles.choices}>
        <Button onClick={onKeepMine}>Go on with mine</Button>
        <Button kind="plain" onClick={onTakeTheirs}>
          Take theirs, drop mine
        </Button>
      </div>
    </Notice>
  );
}
