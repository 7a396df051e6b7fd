import { Time } from "../../ui/time.tsx";
import styles from "./history.module.css";
import {
  describeEffect,
  describeTimelineEntry,
  type TimelineEntry,
  type TimelineReader,
} from "./timeline-copy.ts";

/** A timeline, newest first, collapsed until opened. */
export function History({
  productName,
  entries,
  reader,
}: {
  productName: string;
  entries: TimelineEntry[];
  reader: TimelineReader;
}) {
  if (entries.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary aria-label={`History of ${productName}`}>History</summary>
      <TimelineEntries entries={entries} reader={reader} />
    </details>
  );
}

/** The entries of a timeline, newest first. */
export function TimelineEntries({
  entries,
  reader,
}: {
  entries: TimelineEntry[];
  reader: TimelineReader;
}) {
  return (
    <ol className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className={styles.when}>{entry.at === null ? "Now" : <Time at={entry.at} />}</span>
          <span>
            {describeTimelineEntry(entry, reader)} <Effect entry={entry} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Effect({ entry }: { entry: TimelineEntry }) {
  const effect = describeEffect(entry);
  return effect && <span className={styles.effect}>{effect}</span>;
}
