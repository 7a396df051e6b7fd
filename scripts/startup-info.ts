import type { RunningShop } from "./start-shop.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

/** Exits immediately on Ctrl-C. Used until the shop is running. */
export function exitOnSignal(): void {
  for (const signal of signals) process.once(signal, () => process.exit(130));
}

/** Prints the URLs and test users, and from then on stops everything on Ctrl-C. */
export function printStartupInfo(shop: RunningShop, stopOthers?: () => Promise<void>): void {
  console.log(`
  Shop            ${shop.url}
  Sandbox         ${shop.sandboxUrl}   test users, test cards, events
  Mailbox         ${shop.sandboxUrl}/mail   emails sent by the shop

  Sign in as      Ann (no purchases), Bob (existing purchases) or Olive (owner)
  Pay with        4242 4242 4242 4242, any future date, any CVC
  Declined card   4000 0000 0000 0002

  Press Ctrl-C to stop. Data is kept; to start with a new shop, run: npm start -- --fresh
`);
  const stop = () => void Promise.all([shop.stop(), stopOthers?.()]).then(() => process.exit(0));
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.once(signal, stop);
  }
  // The process that npm started was killed.
  process.once("disconnect", stop);
}
