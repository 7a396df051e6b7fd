import type { Ctx } from "../../context.ts";
import { CSV_PAGE_SIZE, csvTime, streamCsv, type CsvColumns } from "../../http/csv.ts";
import type { LicenseSearch } from "./license-scan.ts";
import { listLicenses, type ListedLicense } from "./list-licenses.ts";

/** What an import takes is called as it calls it. */
const columns: CsvColumns<ListedLicense> = {
  id: ({ id }) => id,
  key: ({ key }) => key,
  state: ({ state }) => state,
  benefit: ({ benefitName }) => benefitName,
  holder_email: ({ owner }) => owner?.email ?? null,
  holder_name: ({ owner }) => owner?.name ?? null,
  licensee: ({ licensee }) => licensee,
  activation_limit: ({ activationLimit }) => activationLimit,
  uses: ({ uses }) => uses,
  uses_limit: ({ usesLimit }) => usesLimit,
  expires_at: ({ expiresAt }) => csvTime(expiresAt),
  origin: ({ origin }) => origin,
  created_at: ({ createdAt }) => csvTime(createdAt),
};

/** The list as a CSV file, all of it. */
export function exportLicenses(ctx: Ctx, input: LicenseSearch): Response {
  return streamCsv({
    name: "licenses",
    columns,
    fetchPage: (cursor) => listLicenses(ctx, { ...input, cursor, limit: CSV_PAGE_SIZE }),
  });
}
