/** The most intervals between two payments. Stripe allows at most three years for each interval. */
export const maxIntervalCounts = { day: 1095, week: 156, month: 36, year: 3 } as const;

export type BillingInterval = keyof typeof maxIntervalCounts;
