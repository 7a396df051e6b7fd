import { nothingToHandOver, type BenefitStrategy } from "../../access/strategy.ts";
import { listOfferedVersions, type VersionRow } from "./store.ts";

/** `size` in bytes, `sha256` in lower-case hex; `fileName` is what it is saved under. */
export type ShownVersion = Pick<
  VersionRow,
  "id" | "label" | "fileName" | "size" | "sha256" | "createdAt"
>;

/** A file as its holder sees it; `older` newest first. */
export type ShownFile = { id: string; name: string; newest: ShownVersion; older: ShownVersion[] };

export type ShownDownload = { note: string | null; files: ShownFile[] };

/** What there is to download is decided by the files of the moment: those added after the sale are offered too. */
export const downloadBenefit: BenefitStrategy<"download", ShownDownload> = {
  ...nothingToHandOver,
  async show(ctx, held) {
    const rows = await listOfferedVersions(ctx.db, [
      ...new Set(held.map(({ benefit }) => benefit.id)),
    ]);
    const filesOf = (benefitId: string) =>
      asFiles(rows.filter(({ file }) => file.benefitId === benefitId));
    return new Map(
      held.map(({ grant, benefit }) => [
        grant.id,
        { note: benefit.settings.note ?? null, files: filesOf(benefit.id) },
      ]),
    );
  },
};

function asFiles(rows: Awaited<ReturnType<typeof listOfferedVersions>>): ShownFile[] {
  const byId = new Map<string, ShownFile>();
  for (const { file, version } of rows) {
    const known = byId.get(file.id);
    if (known) known.older.push(asShown(version));
    else byId.set(file.id, { id: file.id, name: file.name, newest: asShown(version), older: [] });
  }
  return [...byId.values()];
}

function asShown({ id, label, fileName, size, sha256, createdAt }: VersionRow): ShownVersion {
  return { id, label, fileName, size, sha256, createdAt };
}
