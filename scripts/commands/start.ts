import { printStartupInfo, exitOnSignal } from "../start/startup-info.ts";
import { getStateDir, readPorts, requireFreePorts } from "../shop/ports.ts";
import { parseFlags, runScript } from "../run-script.ts";
import { stopLeftWorker } from "../shop/running-worker.ts";

const usage = "npm start -- [--empty] [--fresh]";
const help = `Usage: ${usage}
  Starts a demo shop that has sold for fourteen months, with everything it needs, on this machine.
    --empty  starts a shop without products, customers and sales instead. Each of the two keeps its data
    --fresh  deletes what earlier starts left of this shop first
  PORT and SANDBOX_PORT choose other ports than 8787 and 8788, and other shops.`;

const { values: flags } = parseFlags(usage, {
  options: {
    empty: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (flags.help) {
  console.log(help);
  process.exit(0);
}

await runScript(async () => {
  const ports = readPorts();
  const stateDir = getStateDir(ports, { isEmpty: flags.empty });
  exitOnSignal();
  for (const isEmpty of [false, true])
    await stopLeftWorker(getStateDir(ports, { isEmpty }), console.log);
  await requireFreePorts(Object.values(ports));
  // Not earlier: it loads the whole shop, which takes seconds.
  const { startShop } = await import("../start/start-shop.ts");
  const { empty: isEmpty, fresh } = flags;
  const content = isEmpty ? "empty" : "lived";
  const shop = await startShop({ ...ports, stateDir, fresh, content, log: console.log });
  printStartupInfo(shop, { isEmpty });
});
