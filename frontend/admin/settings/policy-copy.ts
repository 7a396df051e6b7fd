import { formatDay } from "../../ui/format-time.ts";
import type { PolicyEffect } from "./queries.ts";

/** What a change of the access policy does, a sentence each; empty where nobody's access moves now. */
export function explainEffect(effect: PolicyEffect): string[] {
  const { losing, regaining, endingSooner, endingLater, firstEndAt, customersRechecked } = effect;
  const lines = [
    losing > 0 && `${subscriptions(losing)} ${losing === 1 ? "loses" : "lose"} access now.`,
    regaining > 0 &&
      `${subscriptions(regaining)} ${regaining === 1 ? "gets" : "get"} access back now.`,
    endingSooner > 0 &&
      firstEndAt !== null &&
      `${subscriptions(endingSooner)} in trouble ${endingSooner === 1 ? "loses" : "lose"} access sooner than before, the first on ${formatDay(firstEndAt)}, unless they are paid.`,
    endingLater > 0 &&
      `${subscriptions(endingLater)} in trouble ${endingLater === 1 ? "keeps" : "keep"} access for longer than before.`,
  ].filter((line) => line !== false);
  const nobody = "Nobody’s access changes now.";
  const recheck = `${customersRechecked === 1 ? "1 customer is" : `${count(customersRechecked)} customers are`} looked at again in the next minutes.`;
  return [...(lines.length > 0 ? lines : [nobody]), ...(customersRechecked > 0 ? [recheck] : [])];
}

function subscriptions(many: number): string {
  return many === 1 ? "1 subscription" : `${count(many)} subscriptions`;
}

const count = (many: number) => many.toLocaleString("en-US");
