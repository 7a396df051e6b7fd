import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapBenefits } from "../../catalog/load-benefits.ts";
import { fulfillWaiting } from "../../delivery/licenses/fulfill-waiting-grants.ts";
import { readImport, type Refusal } from "./parse-license-csv.ts";
import { insertImportedKeys } from "../../delivery/licenses/store-import.ts";
import { listKnownHashes } from "./store-admin.ts";

/** How many keys are there now that were not, and the lines that gave none. */
export type ImportResult = { imported: number; refused: Refusal[] };

type Import = { benefitId: string; csv: string; handOut: boolean };

/**
 * Brings keys from elsewhere: those in use, which are valid from now on and whose owners can claim them, or a stock that
 * buyers are handed keys from, those first who wait. Every line that is not refused is written, in one batch.
 * @throws `not_found` for a benefit that is no license key; `invalid_input` for a text that is no CSV of keys
 */
export async function importLicenses(ctx: Ctx, input: Import): Promise<ImportResult> {
  const { benefitId, handOut } = input;
  const { settings, keys, refused } = await readKeys(ctx, input);
  const { activationLimit = null, usesLimit = null } = settings;
  if (keys.length === 0) return { imported: 0, refused };
  const written = await insertImportedKeys(ctx.db, {
    benefitId,
    handOut,
    usesLimit,
    rows: keys.map(({ line: _line, ...row }) => ({
      ...row,
      id: newId("lic", ctx.now),
      // A stock key's limit is that of the day it is handed out.
      activationLimit: row.activationLimit ?? (handOut ? null : activationLimit),
    })),
    record: recordChange(ctx, {
      action: "license.imported",
      targetId: benefitId,
      after: { rows: keys.length, handOut },
    }),
    now: ctx.now,
  });
  if (handOut && written.size > 0) await fulfillWaiting(ctx, { benefitId });
  return { imported: written.size, ...refuseKnown(keys, refused, (hash) => !written.has(hash)) };
}

/**
 * What `importLicenses` would do with a text, of which nothing is written.
 * @throws as it does
 */
export async function previewImport(ctx: Ctx, input: Import): Promise<ImportResult> {
  const { keys, refused } = await readKeys(ctx, input);
  const known = new Set<string>();
  for (let at = 0; at < keys.length; at += HASHES_AT_A_TIME) {
    const hashes = keys.slice(at, at + HASHES_AT_A_TIME).map(({ keyHash }) => keyHash);
    for (const { keyHash } of await listKnownHashes(ctx.db, hashes)) known.add(keyHash);
  }
  return {
    imported: keys.length - known.size,
    ...refuseKnown(keys, refused, (hash) => known.has(hash)),
  };
}

const HASHES_AT_A_TIME = 1000;

async function readKeys(ctx: Ctx, { benefitId, csv }: Import) {
  const benefit = (await mapBenefits(ctx, { ids: [benefitId] })).get(benefitId);
  if (benefit?.type !== "license_key") throw fail("not_found", { reason: "no such benefit" });
  const { rows, refused } = readImport(csv);
  const keys = rows.map((row) => ({ ...row, keyHash: hashLicenseKey(row.key) }));
  return { settings: benefit.settings, keys, refused };
}

function refuseKnown(
  keys: { line: number; keyHash: string }[],
  refused: Refusal[],
  isKnown: (keyHash: string) => boolean,
) {
  const known = keys
    .filter(({ keyHash }) => isKnown(keyHash))
    .map(({ line }) => ({ line, reason: "this key is there already" }));
  return { refused: [...refused, ...known].toSorted((a, b) => a.line - b.line) };
}
