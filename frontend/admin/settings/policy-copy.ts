import { formatDate } from "../../ui/format-time.ts";
import type { PolicyEffect } from "./queries.ts";

/** Describes the effects of a policy change, one sentence each. */
export function describePolicyEffect(effect: PolicyEffect): string[] {
  const {
    losingAccess,
    regainingAccess,
    endingSooner,
    endingLater,
    firstEndAt,
    affectedCustomers,
  } = effect;
  const lines = [
    losingAccess > 0 &&
      `${formatSubscriptions(losingAccess)} ${losingAccess === 1 ? "loses" : "lose"} access now.`,
    regainingAccess > 0 &&
      `${formatSubscriptions(regainingAccess)} ${regainingAccess === 1 ? "gets" : "get"} access back now.`,
    endingSooner > 0 &&
      firstEndAt !== null &&
      `${formatSubscriptions(endingSooner)} in trouble ${endingSooner === 1 ? "loses" : "lose"} access sooner than before, the first on ${formatDate(firstEndAt)}, unless they are paid.`,
    endingLater > 0 &&
      `${formatSubscriptions(endingLater)} in trouble ${endingLater === 1 ? "keeps" : "keep"} access for longer than before.`,
  ].filter((line) => line !== false);
  const nobody = "Nobody’s access changes now.";
  const recheck = `${affectedCustomers === 1 ? "1 customer is" : `${formatCount(affectedCustomers)} customers are`} looked at again in the next minutes.`;
  return [...(lines.length > 0 ? lines : [nobody]), ...(affectedCustomers > 0 ? [recheck] : [])];
}

function formatSubscriptions(total: number): string {
  return total === 1 ? "1 subscription" : `${formatCount(total)} subscriptions`;
}

const formatCount = (total: number) => total.toLocaleString("en-US");
