import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import type { Held } from "../../access/strategy.ts";
import { accessTime } from "../../access/outage-mode.ts";
import { licenseKeyBenefit } from "./license-key-benefit.ts";
import { listWaitingGrants } from "./store.ts";

const PAGE_SIZE = 50;

/**
 * Hands over what waited for somebody to act: after a person has named themselves, or after the seller has imported keys.
 * Whoever waits longest comes first; who still cannot have theirs waits on.
 * @param record goes into the batch of the first who wait; where nobody does it is not written
 */
export async function fulfillWaiting(
  ctx: Ctx,
  input: { userId: string } | { benefitId: string },
  record?: Statement,
): Promise<void> {
  let records = record ? [record] : [];
  const now = await accessTime(ctx);
  let page: Held<"license_key">[] = [];
  do {
    page = await listWaitingGrants(ctx.db, {
      ...input,
      now,
      afterId: page.at(-1)?.grant.id ?? "",
      limit: PAGE_SIZE,
    });
    const handovers = await Promise.all(page.map((held) => licenseKeyBenefit.grant(ctx, held)));
    if (handovers.length === 0) return;
    await commit(ctx.db, [...records, ...handovers.flatMap(({ statements }) => statements)]);
    records = [];
  } while (page.length === PAGE_SIZE);
}
