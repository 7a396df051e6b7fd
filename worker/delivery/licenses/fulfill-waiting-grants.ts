import { listWaitingGrants } from "../../access/store.ts";
import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import type { GrantWithBenefit } from "../../access/strategy.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { fulfillGrant } from "./fulfill-grant.ts";

const PAGE_SIZE = 50;

/**
 * Delivers license keys to grants that wait, after the user has set a name or the seller has imported keys. The oldest
 * grant comes first; grants that still can't get a key keep waiting.
 * @param options.audit runs in the first batch; not written if no grant waits
 * @param options.tell returns writes for the end of each batch, which tell the users of these grants
 */
export async function fulfillWaitingGrants(
  ctx: Ctx,
  input: { userId: string } | { benefitId: string },
  options: {
    audit?: Statement;
    tell?: (grants: GrantWithBenefit["grant"][]) => Promise<Statement[]>;
  } = {},
): Promise<void> {
  let auditStatements = options.audit ? [options.audit] : [];
  const now = await readAccessTime(ctx);
  let page: GrantWithBenefit<"license_key">[] = [];
  do {
    page = await listWaitingGrants(ctx.db, {
      ...input,
      mode: ctx.config.stripe.mode,
      now,
      afterId: page.at(-1)?.grant.id ?? "",
      limit: PAGE_SIZE,
    });
    const fulfillments = await Promise.all(page.map((held) => fulfillGrant(ctx, held)));
    if (fulfillments.length === 0) return;
    // oxlint-disable-next-line gatehouse/record-change -- `audit` is the entry if a member does it
    await commit(ctx.db, [
      ...auditStatements,
      ...fulfillments.flatMap(({ statements }) => statements),
      ...((await options.tell?.(page.map(({ grant }) => grant))) ?? []),
      ...recordEvents(ctx, {
        userId: page.map(({ grant }) => grant.userId),
        kinds: ["grant", "license"],
      }),
    ]);
    auditStatements = [];
  } while (page.length === PAGE_SIZE);
}
