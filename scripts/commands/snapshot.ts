import { SNAPSHOT_PATH } from "../seed/lived-shop/snapshot-file.ts";
import { readPorts, requireFreePorts } from "../shop/ports.ts";
import { parseFlags, runScript } from "../run-script.ts";
import { exitOnSignal } from "../start/startup-info.ts";

const { values: flags } = parseFlags(
  "npm run snapshot -- [--days 425] [--pace 1] [--seed 15] [--out file]",
  {
    options: {
      /** How long the shop has lived. */
      days: { type: "string", default: "425" },
      /** How many customers come, compared with the life that is shipped. */
      pace: { type: "string", default: "1" },
      seed: { type: "string", default: "15" },
      /** Where the snapshot is written. */
      out: { type: "string", default: SNAPSHOT_PATH },
    },
  },
);

const STATE_DIR = ".wrangler/lived-shop";

await runScript(async () => {
  const ports = readPorts();
  exitOnSignal();
  await requireFreePorts(Object.values(ports));
  const { makeLivedShop } = await import("../seed/lived-shop/make-lived-shop.ts");
  const { endedAt } = await makeLivedShop({
    days: Number(flags.days),
    pace: Number(flags.pace),
    seed: Number(flags.seed),
    stateDir: STATE_DIR,
    ...ports,
    log: console.log,
  });
  const { packShop } = await import("../seed/lived-shop/pack-shop.ts");
  const { writeSnapshot } = await import("../seed/lived-shop/snapshot-file.ts");
  const snapshot = await packShop({
    stateDir: STATE_DIR,
    endedAt,
    shopUrl: `http://localhost:${ports.port}`,
    sandboxUrl: `http://127.0.0.1:${ports.sandboxPort}`,
  });
  const { size } = writeSnapshot(flags.out, snapshot);
  console.log(`${flags.out} has ${Math.round(size / 1000)} kB`);
  process.exit(0);
});
