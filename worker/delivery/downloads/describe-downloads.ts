import type { Ctx } from "../../context.ts";
import { listAvailableVersions } from "./store.ts";

/** The number of files in a download benefit, and their formats, for example `PDF` and `EPUB`. */
export type DownloadDetail = { files: number; formats: string[] };

/** Returns a function from benefit id to the public details of its files, based on each file's newest version. */
export async function describeDownloads(
  ctx: Ctx,
  input: { benefitIds: string[] },
): Promise<(benefitId: string) => DownloadDetail> {
  const { benefitIds } = input;
  const rows = benefitIds.length === 0 ? [] : await listAvailableVersions(ctx.db, benefitIds);
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
