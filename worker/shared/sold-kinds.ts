/** What a benefit is to consumer law: content is delivered at once, a service is provided over time. */
export const soldKinds = ["content", "service"] as const;
export type SoldKind = (typeof soldKinds)[number];

/** What each type of benefit is unless the seller says otherwise. */
export const defaultSoldKinds = {
  download: "content",
  license_key: "content",
  page: "content",
  feature: "service",
  link: "service",
} as const satisfies Record<string, SoldKind>;
