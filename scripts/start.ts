import { parseArgs } from "node:util";
import { announce, endOnSignal } from "./announce.ts";
import { portsFromEnv, requireFreePorts } from "./ports.ts";
import { startShop } from "./shop.ts";

const { values } = parseArgs({ options: { fresh: { type: "boolean", default: false } } });

const ports = portsFromEnv();
endOnSignal();
await requireFreePorts(Object.values(ports));
announce(
  await startShop({
    ...ports,
    stateDir: ".wrangler",
    fresh: values.fresh,
    log: console.log,
  }),
);
