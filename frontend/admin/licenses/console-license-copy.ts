import type { ListedLicense, SellersLicense, Stock } from "./queries.ts";

const states: Record<ListedLicense["state"], string> = {
  granted: "Valid",
  disabled: "Disabled",
  revoked: "Revoked",
  expired: "Expired",
  in_stock: "In stock",
};

export const nameState = (state: ListedLicense["state"]): string => states[state];

/** What the list can be narrowed to. */
export const stateOptions = [
  { value: "", label: "Any" },
  ...Object.entries(states).map(([value, label]) => ({ value, label })),
];

/** Whose a key is, or that it is nobody's. */
export function nameHolder({ owner, licensee, state }: ListedLicense): string {
  if (owner) return owner.email ?? owner.name ?? "No name";
  if (state === "in_stock") return "Nobody yet";
  return licensee ?? "Not claimed";
}

/** How many devices a key is for: its limit, times what was bought where it is by the seat. */
export function limitOf({
  activationLimit,
  perSeat,
  quantity,
}: Pick<ListedLicense, "activationLimit" | "perSeat" | "quantity">): number | null {
  if (activationLimit === null) return null;
  return perSeat ? activationLimit * quantity : activationLimit;
}

/** What a key's state means, and what could change it. */
export function explainState(license: SellersLicense): string {
  switch (license.state) {
    case "granted":
      return "It works.";
    case "disabled":
      return "It does not work until somebody of the team enables it. Its devices stay on it.";
    case "expired":
      return "Its time is over.";
    case "in_stock":
      return "It waits to be handed to a buyer, and is no valid key until then.";
    case "revoked":
      return license.rotatedAt === null
        ? "Its holder's access is over, and the key's with it. It works again when the access does."
        : "Its holder took another key in its place.";
  }
}

/** "12 keys can be handed out. 3 buyers wait for one." Counts from a thousand on are not exact. */
export function describeStock({ inStock, waitingForKeys, waitingForNames }: Stock): string {
  const parts = [
    inStock === 0
      ? "No key is left to hand out."
      : `${count(inStock)} ${inStock === 1 ? "key" : "keys"} can be handed out.`,
  ];
  if (waitingForKeys > 0)
    parts.push(
      `${count(waitingForKeys)} ${waitingForKeys === 1 ? "buyer waits" : "buyers wait"} for a key.`,
    );
  if (waitingForNames > 0)
    parts.push(
      `${count(waitingForNames)} ${waitingForNames === 1 ? "buyer has" : "buyers have"} not yet said whom their key is for.`,
    );
  return parts.join(" ");
}

const MOST = 1000;
const count = (number: number) => (number >= MOST ? `${MOST} or more` : String(number));
