/** Returns the last millisecond of a day in the browser's time zone. @param day such as `2026-12-31` */
export const endOfDay = (day: string): number => new Date(`${day}T23:59:59.999`).getTime();
