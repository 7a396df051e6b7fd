import { z } from "zod";
import type { Ctx } from "../../context.ts";
import { pick } from "../../lib/pick.ts";
import { listAvailableVersions, type VersionRow } from "../downloads/store.ts";
import { translateFile } from "../downloads/translate-file.ts";
import { mapTranslations, type Langs, type Translate } from "../../translations/translate.ts";
import { countWords, noFulfillment, commonSettings, type BenefitStrategy } from "./strategy.ts";
import { idsOf } from "../../lib/rows.ts";

const versionFields = ["id", "label", "fileName", "size", "sha256", "createdAt"] as const;

/** `size` in bytes, `sha256` in lower-case hex; `fileName` is the name it is saved under. */
type FileVersionView = Pick<VersionRow, (typeof versionFields)[number]>;

/** A file as the library shows it; `older` newest first. */
type FileView = {
  id: string;
  name: string;
  newest: FileVersionView;
  older: FileVersionView[];
} & Langs<"name">;

export type DownloadView = { files: FileView[] };

/** The number of files, and their formats, for example `PDF` and `EPUB`, by each file's newest version. */
export type DownloadDetail = { files: number; formats: string[] };

/** Always shows the benefit's current files, including those added after the purchase. */
export const download: BenefitStrategy<"download", DownloadView, DownloadDetail> = {
  settings: z.strictObject(commonSettings),
  ...noFulfillment,
  show: (ctx, held) =>
    listFiles(
      ctx,
      held.map(({ benefit }) => benefit.id),
    ),
  async describe(ctx, benefits) {
    const shown = await listFiles(ctx, idsOf(benefits));
    return shown.map(({ files }) => {
      const formats = files.map(({ newest }) => formatOf(newest.fileName));
      return {
        files: files.length,
        formats: [...new Set(formats)].filter((format) => format !== ""),
      };
    });
  },
  listWords: ({ files, formats }) => [countWords(files, "file"), ...formats],
  writeEmail: () => ({}),
};

/** Returns the files of each benefit, in the same order, with their texts in the language of `ctx.texts`. */
async function listFiles(ctx: Ctx, benefitIds: string[]): Promise<DownloadView[]> {
  const [rows, translate] = await Promise.all([
    listAvailableVersions(ctx.db, [...new Set(benefitIds)]),
    mapTranslations(ctx, { ids: benefitIds }),
  ]);
  return benefitIds.map((id) => ({
    files: groupByFile(
      translate,
      rows.filter(({ file }) => file.benefitId === id),
    ),
  }));
}

function formatOf(fileName: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toUpperCase() ?? "";
}

function groupByFile(
  translate: Translate,
  rows: Awaited<ReturnType<typeof listAvailableVersions>>,
): FileView[] {
  const byId = new Map<string, FileView>();
  for (const row of rows) {
    const { name, label, fileName, langs } = translateFile(translate, row);
    const view = { ...pick(row.version, versionFields), label, fileName };
    const { id } = row.file;
    const known = byId.get(id);
    if (known) known.older.push(view);
    else byId.set(id, { id, name, newest: view, older: [], ...(langs && { langs }) });
  }
  return [...byId.values()];
}
