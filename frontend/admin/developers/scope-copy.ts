import { scopes, type Scope } from "../../../worker/lib/scopes.ts";

/** What each scope lets a key do. A scope without a sentence doesn't compile. */
export const scopeSentences: Record<Scope, string> = {
  "products:read": "Read products with their prices and benefits.",
  "customers:read": "Read customers and everything they have, including name and email.",
  "entitlements:read": "Ask whether a customer may use a feature, and get entitlement tokens.",
  "orders:read": "Read orders.",
  "subscriptions:read": "Read subscriptions.",
  "subscriptions:write": "Cancel subscriptions, and undo a cancellation.",
  "licenses:read": "Read license keys and their activations.",
  "licenses:write": "Disable, enable and rotate license keys.",
  "gifts:read": "Read gifts.",
  "gifts:write": "Give free access, and revoke it.",
  "checkouts:read": "Read checkout links.",
  "checkouts:write": "Create checkout links.",
  "webhooks:read": "Read webhook endpoints and their deliveries.",
  "webhooks:write": "Create, change and delete webhook endpoints.",
  "events:read": "Read the event feed.",
};

/** Which scopes a new key gets: a preset, or those that are chosen one by one. */
export type Access = "check" | "everything" | "custom";

export const accessOptions: { value: Access; label: string; hint: string }[] = [
  {
    value: "check",
    label: "Check access only",
    hint: "For an app that asks whether its users may use a feature. It reads nothing else.",
  },
  {
    value: "everything",
    label: "Everything",
    hint: "All scopes, including those that give free access and cancel subscriptions.",
  },
  {
    value: "custom",
    label: "Choose scopes",
    hint: "For a program that needs a few of them. Fewer scopes are safer.",
  },
];

/** Returns the scopes of a choice. */
export function getScopes(access: Access, chosen: readonly Scope[]): Scope[] {
  if (access === "check") return ["entitlements:read"];
  return access === "everything" ? [...scopes] : scopes.filter((scope) => chosen.includes(scope));
}

/** Summarizes a key's scopes in a few words: "Everything", "Check access only", or the scopes themselves. */
export function describeScopes(held: readonly string[]): string {
  if (scopes.every((scope) => held.includes(scope))) return "Everything";
  if (held.length === 1 && held[0] === "entitlements:read") return "Check access only";
  return held.length <= 3
    ? held.join(", ")
    : `${held.slice(0, 2).join(", ")} and ${held.length - 2} more`;
}
