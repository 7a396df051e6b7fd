import { Command } from "cmdk";
import type { MouseEvent, ReactNode } from "react";
import { Badge } from "../frame/label.tsx";
import type { Entry, EntryGroup } from "./results.ts";
import styles from "./search-dialog.module.css";

/** An entry, or the list that has more of them. The page of an entry can be in several groups. */
export type Option = { id: string; href: string; entry?: Entry };

/** Returns the options of a group, in their order. */
export function toOptions({ heading, entries, allHref }: EntryGroup): Option[] {
  const options = entries.map((entry): Option => {
    const { href } = entry;
    return { id: `${heading} ${href}`, href, entry };
  });
  return allHref === undefined
    ? options
    : [...options, { id: `${heading} ${allHref}`, href: allHref }];
}

/** Opens an option, in a new tab if wanted. */
type Open = (option: Option, isNewTab: boolean) => void;

/** A group of results, as options of the list. */
export function ResultGroup({ group, onOpen }: { group: EntryGroup; onOpen: Open }) {
  return (
    <Command.Group heading={group.heading}>
      {toOptions(group).map((option) => (
        <Result key={option.id} option={option} onOpen={onOpen}>
          {option.entry ? (
            <EntryLine entry={option.entry} />
          ) : (
            <span className={styles.all}>{group.allLabel}</span>
          )}
        </Result>
      ))}
    </Command.Group>
  );
}

function EntryLine({ entry: { title, detail, amount, status } }: { entry: Entry }) {
  return (
    <>
      <span className={styles.name}>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {amount !== undefined && <span className={styles.amount}>{amount}</span>}
      {status && <Badge {...status} />}
    </>
  );
}

function Result({
  option,
  onOpen,
  children,
}: {
  option: Option;
  onOpen: Open;
  children: ReactNode;
}) {
  const openInNewTab = (event: MouseEvent) => {
    const isWanted = event.button === 1 || event.metaKey || event.ctrlKey;
    if (!isWanted) return;
    event.preventDefault();
    event.stopPropagation();
    onOpen(option, true);
  };
  return (
    <Command.Item
      value={option.id}
      onSelect={() => onOpen(option, false)}
      onClickCapture={openInNewTab}
      onAuxClick={openInNewTab}
      className={styles.item}
    >
      {children}
    </Command.Item>
  );
}
