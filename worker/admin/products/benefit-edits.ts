import { recordChange } from "../../audit/record-change.ts";
import { versionOf } from "../../catalog/benefit-version.ts";
import type { NewBenefit, SavedBenefit } from "../../delivery/benefits/benefit-schema.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import {
  assertBenefitTextsUnchanged,
  assertBenefitUnchanged,
  setBenefit,
} from "../../catalog/store-editing.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import { listTexts, writeTranslations } from "../../translations/edit-translations.ts";
import type { Translations } from "../../translations/schema.ts";

/** What an edit of a benefit writes. `after` is null if neither its name nor its settings change. */
export type BenefitEdit = {
  before: Benefit;
  after: NewBenefit | null;
  guards: Statement[];
  statements: Statement[];
};

/**
 * Returns the writes that give an existing benefit the name, settings and translations of an entry.
 * @param input.current its translations now
 * @param input.position of the entry, for errors
 * @throws `edit_conflict` if it was changed in the meantime; `invalid_input` for another type
 */
export function prepareBenefitEdit(
  ctx: Ctx,
  existing: Benefit,
  input: { entry: SavedBenefit; current: Translations | undefined; position: number },
): BenefitEdit {
  const { entry, current, position } = input;
  const { benefit, translations, version } = entry;
  if (benefit && existing.type !== benefit.type)
    throw failAt(`benefits.${position}.benefit.type`, "The type can’t be changed.");
  if (versionOf(existing, current) !== version) throw fail("edit_conflict");
  const isEdited = benefit !== undefined && versionOf(existing) !== versionOf(benefit);
  const texts = writeTranslations(ctx, {
    action: "benefit.updated",
    targetId: existing.id,
    before: current,
    after: translations,
  });
  return {
    before: existing,
    after: isEdited ? benefit : null,
    guards: [
      ...(isEdited ? [assertBenefitUnchanged(existing)] : []),
      ...(texts.length > 0
        ? [assertBenefitTextsUnchanged(existing.id, listTexts(current ?? {}))]
        : []),
    ],
    statements: [...(isEdited ? writeEdit(ctx, existing, benefit) : []), ...texts],
  };
}

function writeEdit(ctx: Ctx, before: Benefit, { name, settings }: NewBenefit): Statement[] {
  return [
    setBenefit(ctx.db, before.id, { name, settings }),
    recordChange(ctx, {
      action: "benefit.updated",
      targetId: before.id,
      before: { name: before.name, settings: before.settings },
      after: { name, settings },
    }),
  ];
}
