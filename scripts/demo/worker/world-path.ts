/**
 * Returns below which path a visitor finds the sandbox. Each visitor's is another, because programs remember an issuer's
 * keys by its URL. A part of the id is enough: the cookie, which has all of it, decides whose sandbox answers.
 */
export const getWorldPath = (visitor: string): string => `/sandbox/${visitor.slice(0, 8)}`;

/** Takes the path apart; null for any other path. */
export function splitWorldPath(path: string): { base: string; inside: string } | null {
  const [, base, inside] = /^(\/sandbox\/[0-9a-f]{8})(\/.*)$/.exec(path) ?? [];
  return base === undefined || inside === undefined ? null : { base, inside };
}
