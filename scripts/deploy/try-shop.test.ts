import { expect, test } from "vitest";
import { readPreviewSettings } from "../preview/settings.ts";
import type { CommandRunner } from "./runner.ts";
import { tryShop } from "./try-shop.ts";

const env = {
  PREVIEW_OIDC_ISSUER: "https://id.tide.shop",
  PREVIEW_OIDC_CLIENT_ID: "gatehouse",
  PREVIEW_OIDC_CLIENT_SECRET: "oidc-client-secret",
  PREVIEW_STRIPE_SECRET_KEY: "sk_test_key",
};
const origin = "https://gatehouse-try-0123abcd.tide.workers.dev";
const read = (place: object) =>
  readPreviewSettings({ ...env, ...place }, { origin, webhookSecret: "whsec_endpoint" });
const name = "gatehouse-try-0123abcd";

/** Notes what is really run, and fails at a command that has the text. */
function createRunner(failsAt = "nothing") {
  const commands: string[] = [];
  const runner: CommandRunner = async (command, args) => {
    const line = [command, ...args].join(" ");
    commands.push(line);
    const code = line.includes(failsAt) ? 1 : 0;
    return { code, stdout: "", output: code === 0 ? "" : "Could not resolve ./missing.ts" };
  };
  return { runner, commands };
}

async function tryIt(place: object, failsAt?: string) {
  const { runner, commands } = createRunner(failsAt);
  const lines: string[] = [];
  const settings = read(place);
  const trying = tryShop({ name, settings }, { runner, print: (line) => lines.push(line) });
  const error = await trying.then(
    () => undefined,
    (thrown: Error) => thrown.message,
  );
  return { commands, printed: lines.join("\n"), settings, error };
}

test("a dry run builds the shop and lets wrangler bundle it, and runs nothing else", async () => {
  const { commands, printed, error } = await tryIt({ PREVIEW_DATA_LOCATION: "weur" });
  expect(error).toBeUndefined();
  expect(commands).toEqual([
    "vite build --config frontend/vite.config.ts",
    `wrangler deploy --config dist/deploy/${name}.json --dry-run`,
  ]);
  expect(printed).toContain(`$ wrangler d1 create ${name} --location weur`);
  expect(printed).toContain(`$ wrangler r2 bucket create ${name}-files --location weur`);
  expect(printed).toMatch(/Apply the migrations that the database lacks, of \d\d/);
  expect(printed).toMatch(/Nothing was changed\.$/);
});

test("a bundle that is broken fails the dry run with wrangler's message", async () => {
  const { error } = await tryIt({ PREVIEW_DATA_LOCATION: "weur" }, "--dry-run");
  expect(error).toContain("Could not resolve ./missing.ts");
});

test("a dry run names the secrets and prints none of them", async () => {
  const { printed, settings } = await tryIt({ PREVIEW_DATA_JURISDICTION: "eu" });
  expect(printed).toContain("Secrets: AUTH_SECRET, SIGNING_KEYS, STRIPE_SECRET_KEY");
  for (const secret of Object.values(settings.secrets)) expect(printed).not.toContain(secret);
});

test("a dry run without a place says that the first deployment needs one", async () => {
  const { printed, error } = await tryIt({});
  expect(error).toBeUndefined();
  expect(printed).toContain("No DATA_LOCATION or DATA_JURISDICTION is set");
  expect(printed).not.toMatch(/d1 create|bucket create/);
});
