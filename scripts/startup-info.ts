import type { RunningShop } from "./start-shop.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

/** Until the shop runs, Ctrl-C just ends the program. */
export function endOnSignal(): void {
  for (const signal of signals) process.once(signal, () => process.exit(130));
}

/** Says where to go and whom to be, and stops everything on Ctrl-C. */
export function announce(shop: RunningShop, stopMore?: () => Promise<void>): void {
  console.log(`
  The shop        ${shop.url}
  The sandbox     ${shop.sandboxUrl}   people to sign in as, test cards, events
  Its mailbox     ${shop.sandboxUrl}/mail   what the shop writes to people

  Sign in as      Ann (a new buyer), Bob (has bought before) or Olive (the owner)
  Pay with        4242 4242 4242 4242, any future date, any CVC
  Declined        4000 0000 0000 0002

  Ctrl-C stops all of it. The data stays; npm start -- --fresh begins anew.
`);
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.once(signal, () => {
      void Promise.all([shop.stop(), stopMore?.()]).then(() => process.exit(0));
    });
  }
}
