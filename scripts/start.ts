import { parseArgs } from "node:util";
import { announce, endOnSignal } from "./startup-info.ts";
import { portsFromEnv, requireFreePorts } from "./ports.ts";
import { startShop } from "./start-shop.ts";

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
