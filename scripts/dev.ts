import { createServer } from "vite";
import { printStartupInfo, exitOnSignal } from "./startup-info.ts";
import { portsFromEnv, requireFreePorts } from "./ports.ts";
import { startShop } from "./start-shop.ts";

// Like `npm start`, but with Vite in front of the Worker. Both the frontend and the Worker reload on changes.
const { port, sandboxPort } = portsFromEnv();
const workerPort = port + 3;
exitOnSignal();
await requireFreePorts([port, sandboxPort, workerPort]);
// Without `changeOrigin: false`, Vite would send the Worker's own host and port, which the Worker rejects.
const worker = { target: `http://127.0.0.1:${workerPort}`, changeOrigin: false };

const vite = await createServer({
  configFile: "frontend/vite.config.ts",
  server: {
    port,
    strictPort: true,
    proxy: { "/api": worker, "/.well-known": worker },
  },
});
const shop = await startShop({
  port,
  workerPort,
  sandboxPort,
  stateDir: ".wrangler",
  fresh: false,
  log: console.log,
  beforeReady: () => vite.listen(),
});
printStartupInfo(shop, () => vite.close());
