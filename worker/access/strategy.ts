import type { Ctx } from "../context.ts";
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

/**
 * What a benefit type does when a grant starts, ends or is restored, and what the user sees. Whether a grant is in
 * force is decided by the grant's row alone, so a type without data of its own does nothing here.
 *
 * A thrown error fails the whole sync, and the queue retries it. If a user or the team must act first, return
 * `waitingFor` instead of throwing. Every call can happen twice, so every write must be idempotent.
 */
export type BenefitStrategy<Type extends BenefitType, Shown, Detail> = {
  grant(ctx: Ctx, held: GrantWithBenefit<Type>): Promise<Fulfillment>;
  /** Runs after a refund, a dispute, the end of a subscription, or an edit of the product. */
  revoke(ctx: Ctx, held: GrantWithBenefit<Type>): Promise<Statement[]>;
  /** Runs when a revoked grant is in force again, for example after a won dispute or a late payment. */
  restore(ctx: Ctx, held: GrantWithBenefit<Type>): Promise<Fulfillment>;
  /**
   * Returns what the user sees in their library, by grant id.
   * @param held grants in force, all of one user
   */
  show(ctx: Ctx, held: GrantWithBenefit<Type>[]): Promise<Map<string, Shown>>;
  /**
   * Returns the public details of benefits, by benefit id. They are shown before a purchase, so they must not contain
   * the paid content.
   */
  describe(ctx: Ctx, benefits: BenefitOf<Type>[]): Promise<Map<string, Detail>>;
};

/** For benefit types that need no delivery. */
export const noFulfillment = {
  grant: async () => ({ statements: [], waitingFor: null }),
  revoke: async () => [],
  restore: async () => ({ statements: [], waitingFor: null }),
} satisfies Pick<BenefitStrategy<BenefitType, unknown, unknown>, "grant" | "revoke" | "restore">;
