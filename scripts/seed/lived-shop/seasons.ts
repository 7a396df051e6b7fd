/** The promotion of the late autumn, by its days (MM-DD). */
const PROMOTION = { percentOff: 20, firstDay: "11-14", lastDay: "11-29" };

/** A code is used once: a second year needs another one. */
const names = [
  { name: "Long nights", code: "LONGNIGHTS" },
  { name: "Dark hours", code: "DARKHOURS" },
] as const;

/** Returns the promotion of the year of a time in Unix milliseconds. */
export const promotionOf = (at: number): { name: string; code: string; percentOff: number } => ({
  ...names[new Date(at).getUTCFullYear() % 2 === 0 ? 1 : 0],
  percentOff: PROMOTION.percentOff,
});

const dayOfYear = (at: number) => new Date(at).toISOString().slice(5, 10);

export const isFirstOfPromotion = (day: number): boolean => dayOfYear(day) === PROMOTION.firstDay;

export function isInPromotion(at: number): boolean {
  const date = dayOfYear(at);
  return date >= PROMOTION.firstDay && date <= PROMOTION.lastDay;
}

/** How many people come on a day, compared with an ordinary one. */
export function seasonOf(day: number): number {
  const date = new Date(day);
  const monthAndDay = dayOfYear(day);
  const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  const week = isWeekend ? 0.75 : 1.1;
  if (isInPromotion(day)) return 2.6 * week;
  if (monthAndDay >= "12-05" && monthAndDay <= "12-24") return 1.7 * week;
  if (monthAndDay >= "12-25" && monthAndDay <= "12-31") return 0.8;
  if (monthAndDay >= "06-20" && monthAndDay <= "08-25") return 0.55 * week;
  if (monthAndDay >= "09-01" && monthAndDay <= "10-05") return 1.25 * week;
  return week;
}
