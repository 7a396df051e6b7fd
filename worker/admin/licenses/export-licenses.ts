import type { UserCtx } from "../../context.ts";
import { csvTime, exportList, type CsvColumns } from "../frame/csv.ts";
import { hasRole } from "../../shared/roles.ts";
import type { LicenseSearch } from "./license-scan.ts";
import { listLicenses, type ListedLicense } from "./list-licenses.ts";

/** Columns that an import accepts have the same names there. */
const columns = {
  id: ({ id }) => id,
  key: ({ key }) => key,
  state: ({ state }) => state,
  benefit: ({ benefitName }) => benefitName,
  holder_email: ({ user }) => user?.email ?? null,
  holder_name: ({ user }) => user?.name ?? null,
  licensee: ({ licensee }) => licensee,
  activation_limit: ({ activationLimit }) => activationLimit,
  uses: ({ uses }) => uses,
  uses_limit: ({ usesLimit }) => usesLimit,
  expires_at: ({ expiresAt }) => csvTime(expiresAt),
  origin: ({ origin }) => origin,
  created_at: ({ createdAt }) => csvTime(createdAt),
} satisfies CsvColumns<ListedLicense>;

/** Exports all matching license keys as a CSV file: the keys themselves for admins only. */
export function exportLicenses(ctx: UserCtx, input: LicenseSearch): Response {
  const { key: _, ...columnsWithoutKey } = columns;
  const file = {
    name: "licenses",
    columns: hasRole(ctx.actor.role, "admin") ? columns : columnsWithoutKey,
    filters: input,
  };
  return exportList(ctx, file, (filters) => listLicenses(ctx, filters));
}
