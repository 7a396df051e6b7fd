import { createServer } from "vite";
import { announce, portsFromEnv } from "./announce.ts";
import { startShop } from "./shop.ts";

// As `npm start`, with Vite before the Worker: the frontend reloads as it is edited, and so does the Worker.
const { port, sandboxPort } = portsFromEnv();
const workerPort = port + 3;

const vite = await createServer({
  configFile: "frontend/vite.config.ts",
  server: {
    port,
    strictPort: true,
    proxy: {
      "/api": `http://127.0.0.1:${workerPort}`,
      "/.well-known": `http://127.0.0.1:${workerPort}`,
    },
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
