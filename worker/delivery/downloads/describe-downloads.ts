import type { Ctx } from "../../context.ts";
import { listOfferedVersions } from "./store.ts";

/** How many files a download has, and of what formats: `PDF`, `EPUB`. */
export type DownloadDetail = { files: number; formats: string[] };

/** A look-up from benefit id to what anybody may know of its files: the newest version of each counts. */
export async function describeDownloads(
  ctx: Ctx,
  input: { benefitIds: string[] },
): Promise<(benefitId: string) => DownloadDetail> {
  const { benefitIds } = input;
  const rows = benefitIds.length === 0 ? [] : await listOfferedVersions(ctx.db, benefitIds);
  return (benefitId) => {
    const newest = new Map<string, string>();
    for (const { file, version } of rows)
      if (file.benefitId === benefitId && !newest.has(file.id))
        newest.set(file.id, formatOf(version.fileName));
    const formats = new Set([...newest.values()].filter((format) => format !== ""));
    return { files: newest.size, formats: [...formats] };
  };
}

function formatOf(fileName: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toUpperCase() ?? "";
}
