import type { LibraryBenefit } from "../delivery/benefits/strategies.ts";
import type { LibraryItem } from "../delivery/library/list-library-items.ts";

/** What an email is about: a library item that the user has or had. */
export type EmailLibraryEntry = LibraryItem & { benefits: LibraryBenefit[] };

/** The content of an email before rendering. All plain text, which the renderer escapes. Links are URLs of the shop. */
export type EmailContent = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Labeled values, such as the amount paid or the end date. */
  facts: { label: string; value: string }[];
  /** What the user now has. */
  benefits: EmailBenefit[];
  /** The main button. */
  action: { label: string; url: string };
  /** Lines of the footer. */
  notes: string[];
};

/** One benefit. `code` is rendered verbatim. */
export type EmailBenefit = {
  name: string;
  note: string | null;
  code: string | null;
  links: { label: string; url: string }[];
};
