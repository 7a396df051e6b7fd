import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapBenefitsById } from "../../catalog/map-benefits.ts";
import { handOutKeys } from "./hand-out-keys.ts";
import { parseLicenseCsv, type RefusedRow } from "./parse-license-csv.ts";
import { insertImportedKeys } from "../../delivery/licenses/store-import.ts";
import { listKnownHashes } from "../../delivery/licenses/store-list.ts";

/** The number of keys added, and the lines that were refused. */
export type ImportResult = { imported: number; refused: RefusedRow[] };

type ImportInput = { benefitId: string; csv: string; handOut: boolean };

/**
 * Imports license keys: either keys in use, which are valid immediately and which their users can claim, or stock for
 * new purchases, which goes to waiting grants first. Writes all lines that are not refused in one batch.
 * @throws `not_found` if the benefit is not a license key; `invalid_input` if the text is not a CSV of keys
 */
export async function importLicenses(ctx: Ctx, input: ImportInput): Promise<ImportResult> {
  const { benefitId, handOut } = input;
  const { settings, keys, refused } = await readKeys(ctx, input);
  const { activationLimit = null, usesLimit = null } = settings;
  if (keys.length === 0) return { imported: 0, refused };
  const rows = keys.map(({ line: _line, ...row }) => ({
    ...row,
    id: newId("lic", ctx.now),
    // A key in stock gets the benefit's limit when it is issued.
    activationLimit: row.activationLimit ?? (handOut ? null : activationLimit),
  }));
  const written = await insertImportedKeys(ctx.db, {
    benefitId,
    handOut,
    usesLimit,
    rows,
    events: recordEvents(ctx, { licenseId: rows.map(({ id }) => id) }),
    record: recordChange(ctx, {
      action: "license.imported",
      targetId: benefitId,
      after: { rows: keys.length, handOut },
    }),
    now: ctx.now,
  });
  if (handOut && written.size > 0) await handOutKeys(ctx, { benefitId });
  return {
    imported: written.size,
    ...addKnownKeyRefusals(keys, refused, (hash) => !written.has(hash)),
  };
}

/**
 * Returns what `importLicenses` would do, without writing anything.
 * @throws as `importLicenses`
 */
export async function previewImport(ctx: Ctx, input: ImportInput): Promise<ImportResult> {
  const { keys, refused } = await readKeys(ctx, input);
  const known = new Set<string>();
  for (let start = 0; start < keys.length; start += HASH_BATCH_SIZE) {
    const hashes = keys.slice(start, start + HASH_BATCH_SIZE).map(({ keyHash }) => keyHash);
    for (const { keyHash } of await listKnownHashes(ctx.db, hashes)) known.add(keyHash);
  }
  return {
    imported: keys.length - known.size,
    ...addKnownKeyRefusals(keys, refused, (hash) => known.has(hash)),
  };
}

const HASH_BATCH_SIZE = 1000;

async function readKeys(ctx: Ctx, { benefitId, csv }: ImportInput) {
  const benefit = (await mapBenefitsById(ctx, { ids: [benefitId] })).get(benefitId);
  if (benefit?.type !== "license_key") throw fail("not_found", { reason: "no such benefit" });
  const { rows, refused } = parseLicenseCsv(csv);
  const keys = rows.map((row) => ({ ...row, keyHash: hashLicenseKey(row.key) }));
  return { settings: benefit.settings, keys, refused };
}

function addKnownKeyRefusals(
  keys: { line: number; keyHash: string }[],
  refused: RefusedRow[],
  isKnown: (keyHash: string) => boolean,
) {
  const known = keys
    .filter(({ keyHash }) => isKnown(keyHash))
    .map(({ line }) => ({ line, reason: "This key already exists." }));
  return { refused: [...refused, ...known].toSorted((a, b) => a.line - b.line) };
}
