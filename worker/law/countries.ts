import { euCountries } from "../shared/country-codes.ts";

/** The European Union and the countries that apply most of its consumer law, too. */
export const eeaCountries: readonly string[] = [...euCountries, "IS", "LI", "NO"];

/** Where people expect that tax is added to a price. Everywhere else they expect prices that include it. */
const countriesWithTaxAdded: readonly string[] = ["US", "CA"];

/**
 * Whether two places overlap. A place is a country such as `US`, or a region such as `US-CA`: a shop that sells to a
 * country sells to each of its regions, and the law of a country applies in its regions.
 */
export function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);
}

/**
 * Whether new prices include tax if the seller has not chosen it.
 * @param seller the country that the shop sells from; null if the seller has not said it, which leaves it to Stripe
 */
export function includesTaxByDefault(seller: string | null): boolean {
  return seller !== null && !countriesWithTaxAdded.includes(seller);
}
