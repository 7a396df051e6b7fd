import type { SoldKind } from "./rules.ts";

/** What each type of benefit is to consumer law: content is delivered at once, a service is provided over time. */
const kinds = {
  download: "content",
  license_key: "content",
  page: "content",
  feature: "service",
  link: "service",
} as const satisfies Record<string, SoldKind>;

/** Returns what a benefit is to consumer law. In doubt it is a service, for which the right of withdrawal stays. */
export function kindOfBenefit({ type }: { type: keyof typeof kinds }): SoldKind {
  return kinds[type];
}
