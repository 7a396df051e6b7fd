import type { paths } from "./openapi.ts";

type Page<T> = { data: T[]; nextCursor: string | null };

type PageOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;

/** The paths that answer a list in pages. */
export type ListPath = {
  [P in keyof paths]: PageOf<P> extends Page<unknown> ? P : never;
}[keyof paths];

export type ListItem<P extends ListPath> = PageOf<P> extends Page<infer T> ? T : never;

/** The filters of a list. */
export type ListQuery<P extends ListPath> = paths[P] extends {
  get: { parameters: { query?: infer Query } };
}
  ? Omit<NonNullable<Query>, "cursor">
  : never;

/** Yields the items of all pages. `readPage` gets the cursor of the page before it. */
export async function* listPages<T>(
  readPage: (cursor: string | undefined) => Promise<unknown>,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | undefined; ;) {
    const { data, nextCursor } = (await readPage(cursor)) as Page<T>;
    yield* data;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
