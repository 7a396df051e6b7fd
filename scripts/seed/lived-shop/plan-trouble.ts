import { cards } from "./actions.ts";
import type { Person } from "./people.ts";
import { DAY, HOUR, MONTH_DAYS, TRIAL_DAYS, type Plan } from "./plan.ts";

/** What every shop has a little of: gifts, disputes, warnings, and things that wait for the team today. */
export function addTrouble(
  plan: Plan,
  invent: () => Person,
  { start, end }: { start: number; end: number },
): void {
  const share = (part: number) => start + part * (end - start) + 11 * HOUR;
  const buyer = (slug: string, at: number): Person => {
    const who = invent();
    plan.add({
      type: "buy",
      who,
      slug,
      interval: null,
      outcome: "paid",
      card: cards.good,
      devices: 0,
      at,
    });
    return who;
  };
  const lost = buyer("under-the-surface", share(0.2));
  plan.add({ type: "dispute", who: lost, at: share(0.2) + 19 * DAY });
  plan.add({ type: "close_dispute", who: lost, outcome: "lost", at: share(0.2) + 47 * DAY });
  const won = buyer("shoreline", share(0.55));
  plan.add({ type: "dispute", who: won, at: share(0.55) + 12 * DAY });
  plan.add({ type: "close_dispute", who: won, outcome: "won", at: share(0.55) + 40 * DAY });
  const open = buyer("under-the-surface", end - 16 * DAY);
  plan.add({ type: "dispute", who: open, at: end - 3 * DAY });

  const stolen = buyer("shoreline", share(0.4));
  plan.add({ type: "warn_of_fraud", who: stolen, at: share(0.4) + 2 * DAY });
  plan.add({ type: "answer_warning", who: stolen, with: "refund", at: share(0.4) + 2.2 * DAY });
  const known = buyer("field-handbook", share(0.7));
  plan.add({ type: "warn_of_fraud", who: known, at: share(0.7) + DAY });
  plan.add({ type: "answer_warning", who: known, with: "dismissal", at: share(0.7) + 1.5 * DAY });
  const suspect = buyer("shoreline", end - 4 * DAY);
  plan.add({ type: "warn_of_fraud", who: suspect, at: end - 1.6 * DAY });

  for (const [index, part] of (["all", "half", "all"] as const).entries()) {
    const at = share(0.1 + 0.4 * index);
    plan.add({ type: "refund", who: buyer("field-handbook", at), part, at: at + 4 * DAY });
  }

  const notesAboutBuyers = [
    "Wrote that the download stopped halfway. Worked on the second try, over a cable.",
    "Asked for an invoice with the name of the school. Sent the link to Billing.",
    "Teaches sound design in Lisbon; may want seats for a class in spring.",
  ];
  for (const [index, text] of notesAboutBuyers.entries()) {
    const at = share(0.62 + 0.15 * index);
    plan.add({ type: "note", who: buyer("field-handbook", at), text, at: at + 2 * DAY });
  }

  const notes = [
    "Reviewed the handbook on her radio show",
    "Lent us the hydrophones",
    "Won the photo contest",
    "Proofread the second edition",
  ];
  for (const [index, note] of notes.entries()) {
    const slug = index % 2 === 0 ? "membership" : "field-handbook";
    plan.add({ type: "gift", who: invent(), slug, note, at: share(0.15 + 0.2 * index) });
  }
  // A member whose card fails in the last days, so that it is tried again.
  const failsAt = end - 2.5 * DAY;
  const late = invent();
  plan.add({
    type: "buy",
    who: late,
    slug: "membership",
    interval: "month",
    outcome: "paid",
    card: cards.good,
    devices: 0,
    at: failsAt - (TRIAL_DAYS + 2 * MONTH_DAYS) * DAY,
  });
  plan.add({ type: "replace_card", who: late, card: cards.failsLater, at: failsAt - 5 * DAY });
}
