import type { RunningShop } from "./start-shop.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

/** Exits immediately on Ctrl-C. Used until the shop is running. */
export function exitOnSignal(): void {
  for (const signal of signals) process.once(signal, () => process.exit(130));
}

/**
 * Prints the URLs and test users, and from then on stops everything on Ctrl-C.
 * @param options.isEmpty whether the shop began without anything
 */
export function printStartupInfo(
  shop: RunningShop,
  options: { isEmpty: boolean; stopOthers?: () => Promise<void> },
): void {
  const { isEmpty, stopOthers } = options;
  const users = isEmpty
    ? "Olive (owner), who sets the shop up"
    : "Olive (owner), Bob (existing purchases) or Ann (no purchases)";
  const startNew = `npm start -- ${isEmpty ? "--empty " : ""}--fresh`;
  console.log(`
  Shop            ${shop.url}
  Sandbox         ${shop.sandboxUrl}   test users, test cards, events
  Mailbox         ${shop.sandboxUrl}/mail   emails sent by the shop

  Sign in as      ${users}
  Pay with        4242 4242 4242 4242, any future date, any CVC
  Declined card   4000 0000 0000 0002

  Press Ctrl-C to stop. Data is kept; to start with a new shop, run: ${startNew}
`);
  const stop = () => void Promise.all([shop.stop(), stopOthers?.()]).then(() => process.exit(0));
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.once(signal, stop);
  }
  // The process that npm started was killed.
  process.once("disconnect", stop);
}
