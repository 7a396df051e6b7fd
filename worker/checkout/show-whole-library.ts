import type { UserCtx } from "../context.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { listUnpaidCheckouts } from "./list-unpaid-checkouts.ts";

/** Returns everything that the user has or had access to, and the purchases that they began and have not paid. */
export async function showWholeLibrary(ctx: UserCtx) {
  const [entries, unpaid] = await Promise.all([
    showLibrary(ctx, ctx.actor),
    listUnpaidCheckouts(ctx, ctx.actor),
  ]);
  return { entries, unpaid };
}
