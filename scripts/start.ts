import { parseArgs } from "node:util";
import { announce, portsFromEnv } from "./announce.ts";
import { startShop } from "./shop.ts";

const { values } = parseArgs({ options: { fresh: { type: "boolean", default: false } } });

announce(
  await startShop({
    ...portsFromEnv(),
    stateDir: ".wrangler",
    fresh: values.fresh,
    log: console.log,
  }),
);
