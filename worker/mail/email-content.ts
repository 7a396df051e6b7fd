import type { OwnedBenefit } from "../delivery/benefits/strategies.ts";
import type { Owned } from "../delivery/library/list-library-items.ts";

/** What a mail is about: something owned, or that was. */
export type Subject = Owned & { benefits: OwnedBenefit[] };

/** A mail as it is meant, before it is set: all plain text, which the renderer escapes. Links are addresses of the shop. */
export type Letter = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** What was paid, until when, and the like. */
  facts: { label: string; value: string }[];
  /** What somebody now has. */
  things: Thing[];
  /** What to do, or where to look. */
  action: { label: string; url: string };
  /** Small print. */
  notes: string[];
};

/** One benefit: `code` is copied as it is. */
export type Thing = {
  name: string;
  note: string | null;
  code: string | null;
  links: { label: string; url: string }[];
};
