import type { Ctx } from "../../context.ts";
import { listGrantsWithBenefits } from "../../access/store.ts";
import { translateBenefits } from "../../catalog/translate-benefits.ts";
import { toHistory } from "../../purchases/timeline/history.ts";
import { listHistory, type HistoryRow } from "../../purchases/timeline/store.ts";
import type { TimelineFacts } from "../../purchases/timeline/timeline.ts";
import { mapTranslations, translateRows } from "../../translations/translate.ts";
import { translateFile } from "../downloads/translate-file.ts";
import { readPurchases } from "./read-purchases.ts";
import { listDownloadHistory, listKeyHistory } from "./store.ts";

/**
 * Reads everything that the user's timeline is built from, with a fixed number of statements. Names of products,
 * benefits and files are in the language of `ctx.texts`.
 * @param input.isPresentOnly leaves out what only the timeline needs: the recorded history, keys and downloads
 */
export async function readTimelineFacts(
  ctx: Ctx,
  input: { userId: string; isPresentOnly?: boolean },
): Promise<TimelineFacts> {
  const { mode } = ctx.config.stripe;
  const { userId, isPresentOnly = false } = input;
  const [purchases, grants, keys, downloads, history] = await Promise.all([
    readPurchases(ctx, input),
    listGrantsWithBenefits(ctx.db, userId, mode),
    isPresentOnly ? [] : listKeyHistory(ctx.db, userId),
    isPresentOnly ? [] : listDownloadHistory(ctx.db, userId),
    isPresentOnly ? [] : listHistory(ctx.db, { userId, mode }),
  ]);
  const [benefits, namedHistory, translate] = await Promise.all([
    translateBenefits(
      ctx,
      grants.map(({ benefit }) => benefit),
    ),
    translateNames(ctx, history),
    mapTranslations(ctx, { ids: downloads.map(({ benefitId }) => benefitId) }),
  ]);
  return {
    ...purchases,
    grants: grants.map(({ grant }, at) => ({ grant, benefit: benefits[at]! })),
    keys,
    history: toHistory(userId, namedHistory),
    downloads: downloads.map(({ fileId, fileVersionId, name, label, ...download }) => {
      const texts = translateFile(translate, {
        file: { id: fileId, benefitId: download.benefitId, name },
        version: { id: fileVersionId, label, fileName: "" },
      });
      return {
        ...download,
        fileVersionId,
        name: [texts.name, texts.label].filter(Boolean).join(" "),
      };
    }),
  };
}

/** Puts the names of products in the language of `ctx.texts` into the history. */
async function translateNames(ctx: Ctx, rows: HistoryRow[]): Promise<HistoryRow[]> {
  if (!ctx.texts) return rows;
  const present: Record<string, string> = Object.assign(
    {},
    ...rows.map(({ names }) => JSON.parse(names ?? "{}") as Record<string, string>),
  );
  const products = Object.entries(present).map(([id, name]) => ({ id, name }));
  const translated = await translateRows(ctx, products, ["name"]);
  const names = JSON.stringify(Object.fromEntries(translated.map(({ id, name }) => [id, name])));
  return rows.map((row) => (row.names === null ? row : { ...row, names }));
}
