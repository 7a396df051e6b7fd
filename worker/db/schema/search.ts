/**
 * The index of the console's search, which finds users and products by any part of their name or email. Its tables and
 * triggers are plain SQL in a migration, since Drizzle knows neither triggers nor tables WITHOUT ROWID.
 *
 * - `search_texts (kind, id, text)`: what an object is found by, folded. Triggers on `users` and `products` write it,
 *   so that no verb can forget it: a deleted account has neither.
 * - `search_parts (kind, part, id)`: for each position in that text, the next twelve characters. A part of a name is
 *   then the start of a `part`, which the table's key finds. Triggers on `search_texts` write it. In the domain of an
 *   email, only positions after an `@` or a dot count.
 * - `letter_folds (letter, plain)`: letters without accent and case, the same as in `worker/shared/fold-text.ts`.
 * - `search_positions (n)`: the numbers from 1, for the triggers.
 */
export type SearchKind = "user" | "product";

/** How many characters `part` has. */
export const partLength = 12;
