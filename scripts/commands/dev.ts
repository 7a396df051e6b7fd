import { printStartupInfo, exitOnSignal } from "../start/startup-info.ts";
import { getStateDir, readPorts, requireFreePorts } from "../shop/ports.ts";
import { parseFlags, runScript } from "../run-script.ts";
import { stopLeftWorker } from "../shop/running-worker.ts";

parseFlags("npm run dev", { options: {} });

// Like `npm start`, but with Vite in front of the Worker. Both the frontend and the Worker reload on changes.
await runScript(async () => {
  const { port, sandboxPort } = readPorts();
  const workerPort = port + 3;
  const stateDir = getStateDir({ port, sandboxPort });
  exitOnSignal();
  await stopLeftWorker(stateDir, console.log);
  await requireFreePorts([port, sandboxPort, workerPort]);
  // Not earlier: they take seconds to load.
  const { createServer } = await import("vite");
  const { startShop } = await import("../start/start-shop.ts");
  // Read by frontend/vite.config.ts.
  process.env["WORKER_URL"] = `http://127.0.0.1:${workerPort}`;
  const vite = await createServer({
    configFile: "frontend/vite.config.ts",
    server: { port, strictPort: true },
  });
  const shop = await startShop({
    port,
    workerPort,
    sandboxPort,
    stateDir,
    fresh: false,
    content: "lived",
    log: console.log,
    // Not earlier: Vite would log an error for each request while the Worker starts.
    onWorkerReady: () => vite.listen(),
  });
  printStartupInfo(shop, { isEmpty: false, stopOthers: () => vite.close() });
});
