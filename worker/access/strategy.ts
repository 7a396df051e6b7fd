import type { Statement } from "../db/client.ts";
import type { BenefitOf } from "../catalog/benefit.ts";
import type { BenefitType } from "../db/schema/catalog.ts";
import type { grants } from "../db/schema/grants.ts";

export type GrantRow = typeof grants.$inferSelect;

/**
 * A source's type in values that are derived from it: ids of grants, and license keys. A gift's type was `manual` when
 * the first ones were derived, and they have to stay the same.
 */
export function sourceTypeToDeriveFrom(type: GrantRow["sourceType"]): string {
  return type === "gift" ? "manual" : type;
}

/** A grant and its benefit. */
export type GrantWithBenefit<Type extends BenefitType = BenefitType> = {
  grant: GrantRow;
  benefit: { [Each in Type]: BenefitOf<Each> }[Type];
};

/**
 * The writes that deliver a benefit. They run in the batch that writes the grant, after it. `waitingFor` says who must
 * act before delivery; the grant exists meanwhile, and every sync calls `grant` again until `waitingFor` is null.
 */
export type Fulfillment = { statements: Statement[]; waitingFor: GrantRow["waitingFor"] };
