import { findByTopic, findRules, rules, type Market, type Rule } from "./rules.ts";

/** Buyers in some countries who get a notice so many days before a renewal of a period longer than `longerThan` days. */
type NoticeGroup = { countries: Countries; days: number; longerThan: number };

/** Countries by code, with `""` for an unknown one; `others` are all but those of the other groups. */
type Countries = readonly string[] | "others";

/** How many days before a renewal a notice is sent, if neither the seller nor the law says more. */
const USUAL_DAYS = 30;
/** The seller's wish is about longer periods: about half a year. */
const LONG_PERIOD_DAYS = 180;
/** Nobody can act on a notice that comes later than that. */
export const LATEST_DAYS = 1;

type Input = {
  /** Where the shop sells: what may apply to a buyer whose country is not known. */
  buyers: Market["buyers"];
  /** The UTC day, `YYYY-MM-DD`. */
  on: string;
};

/**
 * Returns who gets a notice before a renewal, and when. Where the law asks for one, the seller's days count as far as the
 * law allows them.
 * @param input.wish the seller's days before a renewal; null if they want no notices
 */
export function findRenewalNotices(input: Input & { wish: number | null }): NoticeGroup[] {
  const groups = groupCountries(input, "renewal_notice").map(({ countries, found }) => {
    const owed = findByTopic(found, "renewal_notice").filter(({ before }) => before === "renewal");
    return { countries, owed };
  });
  return [...groups, { countries: "others" as const, owed: [] }].flatMap(({ countries, owed }) => {
    const { wish } = input;
    if (owed.length === 0 && wish === null) return [];
    const days = chooseNoticeDays(owed, wish ?? USUAL_DAYS);
    const longest = owed.map(({ longerThan }) => longerThan);
    const longerThan = Math.min(...longest, ...(wish === null ? [] : [LONG_PERIOD_DAYS]));
    return [{ countries, days, longerThan }];
  });
}

/**
 * Returns the group of a buyer; undefined if they get no notice.
 * @param country `""` if it is not known
 */
export function findNoticeGroup(groups: NoticeGroup[], country: string): NoticeGroup | undefined {
  return (
    groups.find(({ countries }) => countries !== "others" && countries.includes(country)) ??
    groups.find(({ countries }) => countries === "others")
  );
}

/** Returns the countries whose buyers get a notice once a year. */
export function findAnnualNotices(input: Input): string[] {
  return groupCountries(input, "annual_notice").flatMap(({ countries, found }) =>
    found.some(({ topic }) => topic === "annual_notice") ? countries : [],
  );
}

/** Returns the days nearest to those wished that every rule allows. */
export function chooseNoticeDays(
  owed: readonly { days: { earliest: number; latest: number } }[],
  wish: number,
): number {
  const earliest = Math.min(...owed.map(({ days }) => days.earliest));
  const latest = Math.max(LATEST_DAYS, ...owed.map(({ days }) => days.latest));
  return Math.max(Math.min(wish, earliest), latest);
}

/** Returns each country whose law may have rules of a topic, and the unknown one, with the rules of the day. */
function groupCountries({ buyers, on }: Input, topic: Rule["topic"]) {
  const places = rules
    .filter((rule) => rule.topic === topic)
    .flatMap(({ where }) => ("buyers" in where ? where.buyers : []));
  // Payments know the country, and no region of it: a buyer in the United States may be in California.
  const countries = [...new Set(places.map((place) => place.slice(0, 2)))];
  const find = (market: Market["buyers"]) => findRules({ seller: null, buyers: market, on });
  return [
    ...countries.map((country) => ({ countries: [country], found: find([country]) })),
    { countries: [""], found: find(buyers) },
  ];
}
