import type { ListedLicense, AdminLicense, Stock } from "./queries.ts";

const stateLabels: Record<ListedLicense["state"], string> = {
  granted: "Valid",
  disabled: "Disabled",
  revoked: "Revoked",
  expired: "Expired",
  in_stock: "In stock",
};

export const getLicenseStateLabel = (state: ListedLicense["state"]): string => stateLabels[state];

/** The filter options for the state of a key. */
export const stateOptions = [
  { value: "", label: "Any" },
  ...Object.entries(stateLabels).map(([value, label]) => ({ value, label })),
];

/** Describes who a key belongs to, or that it is unassigned. */
export function describeLicensee({ user, licensee, state }: ListedLicense): string {
  if (user) return user.email ?? user.name ?? "No name";
  if (state === "in_stock") return "Nobody yet";
  return licensee ?? "Not claimed";
}

/** Returns the device limit of a key, multiplied by the quantity for per-seat limits. */
export function getDeviceLimit({
  activationLimit,
  perSeat,
  quantity,
}: Pick<ListedLicense, "activationLimit" | "perSeat" | "quantity">): number | null {
  if (activationLimit === null) return null;
  return perSeat ? activationLimit * quantity : activationLimit;
}

/** Explains a key's state and what can change it. */
export function explainLicenseState(license: AdminLicense): string {
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

/** Describes a stock of keys: "12 keys can be handed out. 3 buyers wait for one." Counts stop at 1000. */
export function describeStock({ inStock, waitingForKeys, waitingForNames }: Stock): string {
  const parts = [
    inStock === 0
      ? "No key is left to hand out."
      : `${formatCount(inStock)} ${inStock === 1 ? "key" : "keys"} can be handed out.`,
  ];
  if (waitingForKeys > 0)
    parts.push(
      `${formatCount(waitingForKeys)} ${waitingForKeys === 1 ? "buyer waits" : "buyers wait"} for a key.`,
    );
  if (waitingForNames > 0)
    parts.push(
      `${formatCount(waitingForNames)} ${waitingForNames === 1 ? "buyer has" : "buyers have"} not yet said whom their key is for.`,
    );
  return parts.join(" ");
}

const MAX_EXACT_COUNT = 1000;
const formatCount = (number: number) =>
  number >= MAX_EXACT_COUNT ? `${MAX_EXACT_COUNT} or more` : String(number);
