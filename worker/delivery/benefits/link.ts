import { z } from "zod";
import { noFulfillment, commonSettings, type BenefitStrategy } from "./strategy.ts";

export type LinkView = { url: string | null };

/** A URL, a note, or both. Everything is in the benefit's settings. */
export const link: BenefitStrategy<"link", LinkView, object> = {
  settings: z.strictObject({
    url: z.url({ protocol: /^https$/, error: "Enter a URL that starts with https://." }).optional(),
    ...commonSettings,
  }),
  ...noFulfillment,
  show: async (_ctx, held) => held.map(({ benefit }) => ({ url: benefit.settings.url ?? null })),
  // The URL is what is paid for.
  describe: async (_ctx, benefits) => benefits.map(() => ({})),
  listWords: () => [],
  writeEmail: () => ({}),
};
