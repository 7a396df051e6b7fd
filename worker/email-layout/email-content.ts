/**
 * What an email says, before it is rendered as HTML and as text. All strings are plain text, which the renderer
 * escapes, in the recipient's language. URLs are absolute.
 */
export type EmailContent = {
  subject: string;
  /** What inboxes show beside the subject; null for the first paragraph. */
  preheader: string | null;
  heading: string;
  /** `Hello Ann,`; null for none. */
  greeting: string | null;
  paragraphs: string[];
  /** A text with headings, lists and pictures, under the paragraphs. */
  text?: EmailText;
  /** Labeled values, such as the order number or the date of the next payment. */
  details: EmailRow[];
  /** Lines of a bill, in the order of a receipt; `isTotal` sets the sum apart. */
  amounts: (EmailRow & { isTotal?: boolean })[];
  /** What the user now has. */
  benefits: EmailBenefit[];
  /**
   * The main button; null if there is nothing to do. With a `urlLabel`, its URL is shown under that label too, to be
   * copied.
   */
  action: (EmailLink & { urlLabel?: string }) | null;
  /** Further links under the button, such as the receipt. */
  links: EmailLink[];
  /** Short sentences under that: what is good to know but not the point. */
  notes: string[];
  /** Long texts after everything else: what a contract must say, with a heading for each part. */
  sections: EmailSection[];
  /** Why the recipient gets this email. */
  reason: string;
  footerLinks: EmailLink[];
  /**
   * Turns off emails of this kind, without a sign-in: the last link of the footer, and a button of email programs (RFC
   * 8058). Null for an email that the recipient needs.
   */
  unsubscribe: EmailLink | null;
};

/** Markdown, as it was written and rendered. `lang`: its language, BCP 47. */
export type EmailText = { html: string; markdown: string; lang: string };

export type EmailRow = { label: string; value: string };

export type EmailLink = { label: string; url: string };

/** A part of a long text. A line break in a paragraph stays one. */
export type EmailSection = { heading: string; paragraphs: string[]; link: EmailLink | null };

/** One benefit. `code` is shown verbatim, in a fixed-width font. */
export type EmailBenefit = {
  name: string;
  note: string | null;
  code: string | null;
  links: EmailLink[];
};

/** The parts that many emails do without. */
export const emptyContent = {
  preheader: null,
  details: [],
  amounts: [],
  benefits: [],
  action: null,
  links: [],
  notes: [],
  sections: [],
  footerLinks: [],
  unsubscribe: null,
} satisfies Partial<EmailContent>;
