import { createServer } from "vite";
import { announce, endOnSignal } from "./startup-info.ts";
import { portsFromEnv, requireFreePorts } from "./ports.ts";
import { startShop } from "./start-shop.ts";

// As `npm start`, with Vite before the Worker: the frontend reloads as it is edited, and so does the Worker.
const { port, sandboxPort } = portsFromEnv();
const workerPort = port + 3;
endOnSignal();
await requireFreePorts([port, sandboxPort, workerPort]);
// Vite's short form would put the Worker's port into Host, and the Worker serves no host but its own.
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
announce(shop, () => vite.close());
