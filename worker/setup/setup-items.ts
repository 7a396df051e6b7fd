import type { LegalPage } from "../shared/legal-pages.ts";

/** What a new shop needs before it sells, in the order in which a seller does it. */
export const setupItemIds = [
  "brand",
  "product",
  "test_purchase",
  "legal",
  "email",
  "share",
  "go_live",
] as const;
export type SetupItemId = (typeof setupItemIds)[number];

/** Without these, there is nothing to sell, or nothing is paid. All others can be skipped. */
const required: SetupItemId[] = ["product", "go_live"];

/** Legal pages that shops need everywhere. The law of some countries wants an imprint, too. */
const neededLegalPages = ["terms", "privacy", "refunds"] as const satisfies LegalPage[];

/** Facts about the shop. Each is read from its rows, and none records a click. */
export type SetupFacts = {
  /** The key is of live mode. */
  isLive: boolean;
  /** The shop runs beside the sandbox on a developer's machine. */
  isSandbox: boolean;
  brand: { hasOwnName: boolean; hasColor: boolean; hasLogo: boolean };
  /** The slug of the first product for sale; null if there is none. */
  publishedSlug: string | null;
  draft: { id: string; name: string } | null;
  hasTestPurchase: boolean;
  legalPages: LegalPage[];
  email: { isConfigured: boolean; wasSent: boolean };
  /** Somebody outside the team has signed in. */
  hasVisitor: boolean;
  /** An event with the right signature has arrived. */
  hasWebhook: boolean;
  /** What the doctor found the last time; null if it never ran. */
  doctor: "passed" | "failed" | null;
  skipped: SetupItemId[];
};

/** What an item's sentence is about, besides its state. */
type SetupDetails = {
  brand: { missing: ("name" | "look")[] };
  product: { draft: SetupFacts["draft"] };
  test_purchase: { publishedSlug: string | null };
  legal: { missing: (typeof neededLegalPages)[number][] };
  email: { isConfigured: boolean };
  share: Record<never, never>;
  go_live: { isLive: boolean; hasWebhook: boolean; doctor: SetupFacts["doctor"] };
};

/** `not_needed`: it makes no sense for this shop, for example a test purchase with a live key. */
export type SetupState = "done" | "todo" | "skipped" | "not_needed";

/** An item of the checklist. */
export type SetupItem = {
  [Id in SetupItemId]: {
    id: Id;
    state: SetupState;
    canSkip: boolean;
    details: SetupDetails[Id];
  };
}[SetupItemId];

/** The checklist. `done` of `total` items are done; what is skipped or not needed counts in neither. */
export type Setup = { items: SetupItem[]; done: number; total: number; isFinished: boolean };

/** Returns the checklist that follows from the facts. */
export function listSetupItems(facts: SetupFacts): Setup {
  const { brand, email } = facts;
  const missingBrand: SetupDetails["brand"]["missing"] = [
    ...(brand.hasOwnName ? [] : ["name" as const]),
    ...(brand.hasColor || brand.hasLogo ? [] : ["look" as const]),
  ];
  const missingLegal = neededLegalPages.filter((page) => !facts.legalPages.includes(page));
  const isReady = facts.isLive && facts.hasWebhook && facts.doctor === "passed";
  const build = <Id extends SetupItemId>(
    id: Id,
    details: SetupDetails[Id],
    { isDone, isNeeded = true }: { isDone: boolean; isNeeded?: boolean },
  ) => {
    const canSkip = !required.includes(id);
    const isSkipped = canSkip && facts.skipped.includes(id);
    const state: SetupState = isDone
      ? "done"
      : !isNeeded
        ? "not_needed"
        : isSkipped
          ? "skipped"
          : "todo";
    return { id, state, canSkip, details };
  };
  const items = [
    build("brand", { missing: missingBrand }, { isDone: missingBrand.length === 0 }),
    build("product", { draft: facts.draft }, { isDone: facts.publishedSlug !== null }),
    build(
      "test_purchase",
      { publishedSlug: facts.publishedSlug },
      { isDone: facts.hasTestPurchase, isNeeded: !facts.isLive },
    ),
    build("legal", { missing: missingLegal }, { isDone: missingLegal.length === 0 }),
    build(
      "email",
      { isConfigured: email.isConfigured },
      { isDone: email.isConfigured && email.wasSent },
    ),
    build("share", {}, { isDone: facts.hasVisitor }),
    build(
      "go_live",
      { isLive: facts.isLive, hasWebhook: facts.hasWebhook, doctor: facts.doctor },
      { isDone: isReady, isNeeded: !facts.isSandbox },
    ),
  ];
  const done = items.filter(({ state }) => state === "done").length;
  const open = items.filter(({ state }) => state === "todo").length;
  return { items, done, total: done + open, isFinished: open === 0 };
}
