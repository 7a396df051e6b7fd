import type { Ctx } from "../context.ts";
import { commit, type Statement } from "../db/client.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { RENDERER_VERSION, renderMarkdown } from "../shared/markdown.ts";
import { findRendered, upsertRendered } from "./store.ts";

/**
 * Returns the writes that render Markdown texts and store the HTML, for the batch that saves the texts. Rendering takes
 * up to a second, so it happens when a member of the team saves a text, not at a view.
 */
export function storeRendered(ctx: Ctx, texts: string[]): Statement[] {
  return [...new Set(texts)].filter(isNotEmpty).map((text) =>
    upsertRendered(ctx.db, {
      hash: hashText(text),
      html: renderMarkdown(text),
      createdAt: ctx.now,
    }),
  );
}

/**
 * Returns the HTML of a saved Markdown text. Renders it only if its HTML isn't stored, for example for a text that was
 * saved by an older version, and then stores it.
 */
export async function showMarkdown(ctx: Ctx, text: string): Promise<string> {
  if (!isNotEmpty(text)) return "";
  const hash = hashText(text);
  const stored = await findRendered(ctx.db, hash);
  if (stored) return stored.html;
  const html = renderMarkdown(text);
  ctx.defer(commit(ctx.db, [upsertRendered(ctx.db, { hash, html, createdAt: ctx.now })]));
  return html;
}

const isNotEmpty = (text: string) => text.trim() !== "";

const hashText = (text: string) => sha256Hex(`${RENDERER_VERSION}\n${text}`);
