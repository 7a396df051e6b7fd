import type { Ctx } from "../../context.ts";
import { type FileRow, listAllVersions, type VersionRow } from "../../delivery/downloads/store.ts";

/** A file in the console. Versions newest first; `downloads` is the number of downloads started. */
export type AdminFile = Pick<FileRow, "id" | "name" | "createdAt" | "archivedAt"> & {
  versions: Omit<VersionRow, "fileId" | "r2Key">[];
};

/** Lists every file of a download, archived ones too, in the seller's order. Empty for an unknown id. */
export async function listFiles(ctx: Ctx, input: { benefitId: string }): Promise<AdminFile[]> {
  const byId = new Map<string, AdminFile>();
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
