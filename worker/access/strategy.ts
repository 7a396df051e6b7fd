import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import type { BenefitOf } from "../catalog/benefit.ts";
import type { BenefitType } from "../db/schema/catalog.ts";
import type { grants } from "../db/schema/grants.ts";

export type GrantRow = typeof grants.$inferSelect;

/** A grant and what it gives. */
export type Held<Type extends BenefitType = BenefitType> = {
  grant: GrantRow;
  benefit: { [Each in Type]: BenefitOf<Each> }[Type];
};

/**
 * The writes that hand a benefit over, for the batch that writes the grant, after it. `waitingFor` says who must act
 * first; the grant stands meanwhile, and `grant` is called again at every sync until it is null.
 */
export type Handover = { statements: Statement[]; waitingFor: GrantRow["waitingFor"] };

/**
 * What a type of benefit does when a grant begins, ends and comes back, and what its holder sees. Whether a grant is in
 * force is the grant's own matter: a type that keeps nothing of its own does nothing here.
 *
 * What is thrown is retriable: it fails the whole sync, which the queue repeats. What a person must do is no error but
 * `waitingFor`. Every call can come twice, so every write must be fit to be repeated.
 */
export type BenefitStrategy<Type extends BenefitType, Shown> = {
  grant(ctx: Ctx, held: Held<Type>): Promise<Handover>;
  /** After a refund, a dispute, the end of a subscription, or an edit of the product. */
  revoke(ctx: Ctx, held: Held<Type>): Promise<Statement[]>;
  /** After a dispute was won, a payment came after all, or the like. */
  restore(ctx: Ctx, held: Held<Type>): Promise<Handover>;
  /**
   * What it is in its holder's hands, by grant id.
   * @param held grants in force, all of one person
   */
  show(ctx: Ctx, held: Held<Type>[]): Promise<Map<string, Shown>>;
};

/** For what needs no handing over. */
export const nothingToHandOver = {
  grant: async () => ({ statements: [], waitingFor: null }),
  revoke: async () => [],
  restore: async () => ({ statements: [], waitingFor: null }),
} satisfies Pick<BenefitStrategy<BenefitType, unknown>, "grant" | "revoke" | "restore">;
