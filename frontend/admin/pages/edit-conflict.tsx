import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import type { PageSource } from "./queries.ts";
import styles from "./page-editor.module.css";

/** Somebody saved while one typed: what they saved, and whose text is gone on with. */
export function Conflict({
  theirs,
  onMine,
  onTheirs,
}: {
  theirs: PageSource;
  onMine: () => void;
  onTheirs: () => void;
}) {
  return (
    <Notice tone="error" title="Somebody else saved this page while you typed.">
      <p>
        They saved it on {formatMoment(theirs.updatedAt)}. Your text is still in the fields above.
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
        </dl>
      </details>
      <div className={styles.choices}>
        <Button onClick={onMine}>Go on with mine</Button>
        <Button kind="plain" onClick={onTheirs}>
          Take theirs, drop mine
        </Button>
      </div>
    </Notice>
  );
}
