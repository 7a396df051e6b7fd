/**
 * How long the texts of a withdrawal or a cancellation may be. The receipt repeats them to an address that nobody has
 * verified, so none is long enough to be an email of its own.
 */
export const statementLimits = { name: 100, email: 254, contract: 150, reason: 300 } as const;
