import { useLingui } from "@lingui/react/macro";
import { joinSentences } from "../../i18n/join-sentences.ts";
import { Time } from "../../ui/time.tsx";
import { FoldedHistory } from "./folded-history.tsx";
import styles from "./history.module.css";
import {
  describeEffect,
  describeReason,
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
    <FoldedHistory productName={productName}>
      <TimelineEntries entries={entries} reader={reader} />
    </FoldedHistory>
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
  const { t, i18n } = useLingui();
  return (
    <ol className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className={styles.when}>{entry.at === null ? t`Now` : <Time at={entry.at} />}</span>
          <span>
            {joinSentences(
              i18n.locale,
              describeTimelineEntry(i18n, entry, reader),
              describeReason(i18n, entry, reader),
            )}{" "}
            <Effect entry={entry} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Effect({ entry }: { entry: TimelineEntry }) {
  const { i18n } = useLingui();
  const effect = describeEffect(i18n, entry);
  return effect && <span className={styles.effect}>{effect}</span>;
}
