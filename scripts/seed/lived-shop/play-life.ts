import type { Action } from "./actions.ts";
import { buy, cancel, changePlan, changeSeats, download, resume } from "./buyer-actions.ts";
import { RefusedError, type Player } from "./player.ts";
import * as seller from "./seller-actions.ts";

const WEEK_DAYS = 7;

/**
 * Plays a life: lets the time of each action come, and does it over HTTP, as buyers, the owner and the bank would. What
 * the shop refuses (a subscription that has ended by then) is left out and counted.
 * @param input.runNightly runs the shop's hourly and nightly jobs; once a week is enough
 */
export async function playLife(
  player: Player,
  input: {
    actions: Action[];
    runNightly: () => Promise<void>;
    log: (line: string) => void;
  },
): Promise<{ played: number; refused: number }> {
  const { actions, runNightly, log } = input;
  let [played, refused, days] = [0, 0, 0];
  for (const action of actions) {
    await player.moveTo(action.at);
    try {
      await play(player, action);
      played++;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      refused++;
      log(`${action.type}: ${error.message.slice(0, 300)}`);
    }
    if (action.type !== "end_day") continue;
    if (++days % WEEK_DAYS === 0) await runNightly();
    if (days % 30 === 0)
      log(`${new Date(action.at).toISOString().slice(0, 10)}: ${played} actions`);
  }
  await runNightly();
  return { played, refused };
}

function play(player: Player, action: Action): Promise<void> {
  switch (action.type) {
    case "buy":
      return buy(player, action);
    case "download":
      return download(player, action);
    case "cancel":
      return cancel(player, action);
    case "resume":
      return resume(player, action);
    case "change_plan":
      return changePlan(player, action);
    case "change_seats":
      return changeSeats(player, action);
    case "replace_card":
      return seller.replaceCard(player, action);
    case "refund":
      return seller.refund(player, action);
    case "dispute":
      return seller.dispute(player, action);
    case "close_dispute":
      return seller.closeDispute(player, action);
    case "warn_of_fraud":
      return seller.warnOfFraud(player, action);
    case "answer_warning":
      return seller.answerWarning(player, action);
    case "gift":
      return seller.give(player, action);
    case "note":
      return seller.writeNote(player, action);
    case "create_discount":
      return seller.createDiscount(player, action);
    case "payout":
      return player.control<unknown>("payouts", {}).then(() => undefined);
    case "end_day":
      // The clock has moved: that is all.
      return Promise.resolve();
  }
}
