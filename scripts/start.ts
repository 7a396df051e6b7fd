import { printStartupInfo, exitOnSignal } from "./startup-info.ts";
import { getStateDir, readPorts, requireFreePorts } from "./ports.ts";
import { parseFlags, runScript } from "./run-script.ts";
import { stopLeftWorker } from "./running-worker.ts";

const { values: flags } = parseFlags("npm start -- [--fresh]", {
  options: {
    /** Deletes the shop of earlier starts first. */
    fresh: { type: "boolean", default: false },
  },
});

await runScript(async () => {
  const ports = readPorts();
  const stateDir = getStateDir(ports);
  exitOnSignal();
  await stopLeftWorker(stateDir, console.log);
  await requireFreePorts(Object.values(ports));
  // Not earlier: it loads the whole shop, which takes seconds.
  const { startShop } = await import("./start-shop.ts");
  printStartupInfo(await startShop({ ...ports, stateDir, fresh: flags.fresh, log: console.log }));
});
