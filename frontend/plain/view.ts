import type { ReactNode } from "react";
import type { PlainContent } from "../../worker/render/plain-content.ts";

/**
 * What a page without scripts shows: its title, which is also its heading, and what follows. `art` stands beside it on
 * wide screens, `below` under both. A `page` has its own heading.
 */
export type View = { title: string } & (
  | { page: ReactNode }
  | { body: ReactNode; art?: ReactNode; below?: ReactNode }
);

/** What a page of this kind shows. */
export type ContentOf<Kind extends PlainContent["kind"]> = Extract<PlainContent, { kind: Kind }>;
