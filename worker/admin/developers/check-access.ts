import type { Ctx } from "../../context.ts";
export async function checkAccess(_ctx: Ctx, _input: { feature: string; customer: string }) {
  return { allowed: true };
}
