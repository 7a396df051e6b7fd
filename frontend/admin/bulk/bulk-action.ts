import type { Label } from "../frame/label.ts";

/** What the team says before an action starts. All fields are required. */
export type BulkField = {
  name: string;
  label: Label;
  hint?: Label;
  /** Makes it a choice instead of a text. */
  options?: { value: string; label: Label }[];
};

/** Something that can be done to several rows of a list at once, with one request for each row. */
export type BulkAction<Row> = {
  /** The button: "Cancel at period end". */
  label: Label;
  /** What was done to a row, as a badge: "Canceled". */
  doneLabel: Label;
  /** What it means for each row, in a sentence or two. */
  explanation: Label;
  isDangerous?: boolean;
  /** Why it cannot be done to a row, as a sentence; null if it can. Such rows are left out. */
  getRefusal?: (row: Row) => Label | null;
  fields?: BulkField[];
  /** @param values of `fields`, by name */
  run: (row: Row, values: Record<string, string>) => Promise<unknown>;
};
