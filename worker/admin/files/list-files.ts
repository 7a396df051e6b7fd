import type { Ctx } from "../../context.ts";
import { type FileRow, listAllVersions, type VersionRow } from "../../delivery/downloads/store.ts";

/** A file as its seller sees it. Versions newest first; `downloads` is how often one was begun. */
export type SellersFile = Pick<FileRow, "id" | "name" | "createdAt" | "archivedAt"> & {
  versions: Omit<VersionRow, "fileId" | "r2Key">[];
};

/** Every file of a download, archived ones too, in the seller's order. Empty where nothing has that id. */
export async function listFiles(ctx: Ctx, input: { benefitId: string }): Promise<SellersFile[]> {
  const byId = new Map<string, SellersFile>();
  for (const { file, version } of await listAllVersions(ctx.db, input.benefitId)) {
    const { id, name, createdAt, archivedAt } = file;
    const known = byId.get(id) ?? { id, name, createdAt, archivedAt, versions: [] };
    byId.set(id, known);
    if (!version) continue;
    const { fileId: _file, r2Key: _key, ...shown } = version;
    known.versions.push(shown);
  }
  return [...byId.values()];
}
