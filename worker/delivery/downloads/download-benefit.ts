import { noFulfillment, type BenefitStrategy } from "../../access/strategy.ts";
import { listAvailableVersions, type VersionRow } from "./store.ts";

/** `size` in bytes, `sha256` in lower-case hex; `fileName` is the name it is saved under. */
export type FileVersionView = Pick<
  VersionRow,
  "id" | "label" | "fileName" | "size" | "sha256" | "createdAt"
>;

/** A file as the library shows it; `older` newest first. */
export type FileView = {
  id: string;
  name: string;
  newest: FileVersionView;
  older: FileVersionView[];
};

export type DownloadView = { note: string | null; files: FileView[] };

/** The number of files, and their formats, for example `PDF` and `EPUB`, by each file's newest version. */
export type DownloadDetail = { files: number; formats: string[] };

/** Always shows the benefit's current files, including those added after the purchase. */
export const downloadBenefit: BenefitStrategy<"download", DownloadView, DownloadDetail> = {
  ...noFulfillment,
  async show(ctx, held) {
    const rows = await listAvailableVersions(ctx.db, [
      ...new Set(held.map(({ benefit }) => benefit.id)),
    ]);
    const filesOf = (benefitId: string) =>
      groupByFile(rows.filter(({ file }) => file.benefitId === benefitId));
    return new Map(
      held.map(({ grant, benefit }) => [
        grant.id,
        { note: benefit.settings.note ?? null, files: filesOf(benefit.id) },
      ]),
    );
  },
  async describe(ctx, benefits) {
    const benefitIds = benefits.map(({ id }) => id);
    const rows = await listAvailableVersions(ctx.db, benefitIds);
    const filesOf = (benefitId: string) =>
      groupByFile(rows.filter(({ file }) => file.benefitId === benefitId));
    return new Map(benefitIds.map((id) => [id, toDownloadDetail(filesOf(id))]));
  },
};

function toDownloadDetail(files: FileView[]): DownloadDetail {
  const formats = files.map(({ newest }) => formatOf(newest.fileName));
  return { files: files.length, formats: [...new Set(formats)].filter((format) => format !== "") };
}

function formatOf(fileName: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toUpperCase() ?? "";
}

function groupByFile(rows: Awaited<ReturnType<typeof listAvailableVersions>>): FileView[] {
  const byId = new Map<string, FileView>();
  for (const { file, version } of rows) {
    const known = byId.get(file.id);
    if (known) known.older.push(toVersionView(version));
    else
      byId.set(file.id, {
        id: file.id,
        name: file.name,
        newest: toVersionView(version),
        older: [],
      });
  }
  return [...byId.values()];
}

function toVersionView({
  id,
  label,
  fileName,
  size,
  sha256,
  createdAt,
}: VersionRow): FileVersionView {
  return { id, label, fileName, size, sha256, createdAt };
}
