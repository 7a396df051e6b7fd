import { z } from "zod";
import type { Fulfillment, GrantWithBenefit } from "../../access/strategy.ts";
import type { BenefitOf } from "../../catalog/benefit.ts";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import type { BenefitSettings, BenefitType } from "../../db/schema/catalog.ts";
import type { EmailBenefit } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";
import { soldKinds } from "../../shared/sold-kinds.ts";

/** The schema of an object with these fields, as they are sent and stored. */
type SchemaOf<Value> = z.ZodType<Value, Value>;

/**
 * Everything the Worker knows of a benefit type: what a seller enters, what happens when a grant starts, ends or is
 * restored, what the user sees, and how emails and programs read it. Whether a grant is in force is decided by the
 * grant's row alone, so a type without data of its own does nothing there.
 *
 * A thrown error fails the whole sync, and the queue retries it. If a user or the team must act first, return
 * `waitingFor` instead of throwing. Every call can happen twice, so every write must be idempotent.
 */
export type BenefitStrategy<Type extends BenefitType, Shown, Detail, Content = object> = {
  /** What a seller may enter. `BenefitSettings` documents it. */
  settings: SchemaOf<BenefitSettings[Type]>;
  /** What else is sent with the benefit when its product is saved. */
  content?: { [Name in keyof Content]-?: SchemaOf<Content[Name]> };
  grant(ctx: Ctx, held: GrantWithBenefit<Type>): Promise<Fulfillment>;
  /** Runs after a refund, a dispute, the end of a subscription, or an edit of the product. */
  revoke(ctx: Ctx, held: GrantWithBenefit<Type>): Promise<Statement[]>;
  /** Runs when a revoked grant is in force again, for example after a won dispute or a late payment. */
  restore(ctx: Ctx, held: GrantWithBenefit<Type>): Promise<Fulfillment>;
  /**
   * Returns what the user sees in their library besides the benefit's name and note, in the same order.
   * @param held grants in force, all of one user
   */
  show(ctx: Ctx, held: GrantWithBenefit<Type>[]): Promise<Shown[]>;
  /**
   * Returns the public details of benefits, in the same order. They are shown before a purchase, so they must not
   * contain the paid content.
   */
  describe(ctx: Ctx, benefits: BenefitOf<Type>[]): Promise<Detail[]>;
  /** Says the public details in English, for programs that read: "3 files", "PDF". */
  listWords(detail: Detail): string[];
  /**
   * Returns what an email about a purchase says besides the benefit's name and note. It never contains a URL that gives
   * access by itself.
   */
  writeEmail(context: EmailContext, shown: Shown): Partial<EmailBenefit>;
};

/** For benefit types that need no delivery. */
export const noFulfillment = {
  grant: async () => ({ statements: [], waitingFor: null }),
  revoke: async () => [],
  restore: async () => ({ statements: [], waitingFor: null }),
} satisfies Pick<BenefitStrategy<BenefitType, unknown, unknown>, "grant" | "revoke" | "restore">;

/** Text that users see who have the benefit. */
const note = z.string().max(2000, "Must be 2,000 characters or fewer.").optional();

/** The settings that every type has. */
export const commonSettings = { note, kind: z.enum(soldKinds).optional() };

export const count = z
  .int("Enter a whole number.")
  .min(1, "Must be 1 or more.")
  .max(1_000_000, "Must be 1,000,000 or less.");

/** An amount, in total or for each seat. */
export type Limit = { amount: number; perSeat: boolean };

/** Says an amount in English: "3 activations a seat"; nothing without a limit. */
export function limitWords(limit: Limit | null, unit: string): string[] {
  if (!limit) return [];
  return [`${countWords(limit.amount, unit)}${limit.perSeat ? " a seat" : ""}`];
}

export const countWords = (number: number, unit: string) =>
  `${number} ${unit}${number === 1 ? "" : "s"}`;
