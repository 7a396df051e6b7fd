import type { Status } from "../frame/label.tsx";

/** Something that the search leads to. */
export type Entry = {
  href: string;
  title: string;
  /** What tells it apart: an email, a date. */
  detail?: string;
  /** Its total, formatted. */
  amount?: string;
  status?: Status;
};

/** Entries under a heading. `allHref`: the list that has more of them, and `allLabel` its link. */
export type EntryGroup = {
  heading: string;
  entries: Entry[];
  allHref?: string | undefined;
  allLabel?: string;
};
