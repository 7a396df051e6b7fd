import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { recordChange } from "../audit/record-change.ts";
import { mapBenefits } from "../catalog/list-product-benefits.ts";
import { fulfillWaiting } from "./fulfill-waiting.ts";
import { readImport, type Refusal } from "./import-rows.ts";
import { insertImportedKeys } from "./store-import.ts";

/** How many keys are there now that were not, and the lines that gave none. */
export type ImportResult = { imported: number; refused: Refusal[] };

/**
 * Brings keys from elsewhere: those in use, which are valid from now on and whose owners can claim them, or a stock that
 * buyers are handed keys from, those first who wait. Every line that is not refused is written, in one batch.
 * @throws `not_found` for a benefit that is no license key; `invalid_input` for a text that is no CSV of keys
 */
export async function importLicenses(
  ctx: Ctx,
  input: { benefitId: string; csv: string; handOut: boolean },
): Promise<ImportResult> {
  const { benefitId, handOut } = input;
  const benefit = (await mapBenefits(ctx, { ids: [benefitId] })).get(benefitId);
  if (benefit?.type !== "license_key") throw fail("not_found", { reason: "no such benefit" });
  const { rows, refused } = readImport(input.csv);
  const { activationLimit = null, usesLimit = null } = benefit.settings;
  if (rows.length === 0) return { imported: 0, refused };
  const keys = rows.map((row) => ({ ...row, keyHash: hashLicenseKey(row.key) }));
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
      after: { rows: rows.length, handOut },
    }),
    now: ctx.now,
  });
  const known = keys
    .filter(({ keyHash }) => !written.has(keyHash))
    .map(({ line }) => ({ line, reason: "this key is there already" }));
  if (handOut && written.size > 0) await fulfillWaiting(ctx, { benefitId });
  return {
    imported: written.size,
    refused: [...refused, ...known].toSorted((a, b) => a.line - b.line),
  };
}
