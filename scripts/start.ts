import { parseArgs } from "node:util";
import { printStartupInfo, exitOnSignal } from "./startup-info.ts";
import { portsFromEnv, requireFreePorts } from "./ports.ts";
import { startShop } from "./start-shop.ts";

const { values } = parseArgs({ options: { fresh: { type: "boolean", default: false } } });

const ports = portsFromEnv();
exitOnSignal();
await requireFreePorts(Object.values(ports));
printStartupInfo(
  await startShop({
    ...ports,
    stateDir: ".wrangler",
    fresh: values.fresh,
    log: console.log,
  }),
);
