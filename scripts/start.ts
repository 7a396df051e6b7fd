import { parseArgs } from "node:util";
import { startShop } from "./shop.ts";

const { values } = parseArgs({ options: { fresh: { type: "boolean", default: false } } });

const shop = await startShop({
  port: Number(process.env["PORT"] ?? 8787),
  sandboxPort: Number(process.env["SANDBOX_PORT"] ?? 8788),
  stateDir: ".wrangler",
  fresh: values.fresh,
  log: console.log,
});

console.log(`
  The shop        ${shop.url}
  The sandbox     ${shop.sandboxUrl}   people to sign in as, test cards, events, Stripe's pages

  Sign in as      Ann (a new buyer), Bob (has bought before) or Olga (the owner)
  Pay with        4242 4242 4242 4242, any future date, any CVC
  Declined        4000 0000 0000 0002

  Ctrl-C stops all of it. The data stays; npm start -- --fresh begins anew.
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void shop.stop().then(() => process.exit(0));
  });
}
