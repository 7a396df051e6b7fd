import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { experimental_readRawConfig } from "wrangler";
import { readCommittedConfig, type WranglerConfig } from "../deploy/config.ts";
import { settingNames } from "../deploy/settings.ts";
import { toCopyConfig } from "./to-copy-config.ts";

const base = readCommittedConfig();
const readTemplate = () =>
  experimental_readRawConfig({ config: "template/wrangler.toml" }).rawConfig as WranglerConfig;
const secrets = parseEnv(readFileSync("template/.dev.vars.example", "utf8"));
const { cloudflare } = JSON.parse(readFileSync("template/package.json", "utf8")) as {
  cloudflare: { bindings: Record<string, { description: string }> };
};

describe("the template of the deploy button", () => {
  test("no setting in it has a value, which the button would fill in for everybody", () => {
    expect(Object.values(secrets)).not.toEqual([]);
    expect(
      new Set([...Object.values(secrets), ...Object.values(readTemplate().vars ?? {})]),
    ).toEqual(new Set([""]));
  });

  test("no value of the sandbox and the demo shop is anywhere in it", () => {
    const sandbox = parseEnv(readFileSync(".dev.vars.example", "utf8"));
    const { OIDC_CLIENT_ID: _, ...demo } = base.vars as Record<string, string>;
    const files = globSync("template/{*,.*}").map((path) => readFileSync(path, "utf8"));
    for (const value of [...Object.values(sandbox), ...Object.values(demo)])
      for (const content of files) expect(content).not.toContain(value);
  });

  test("every setting is one of the shop, and every setting and binding is described", () => {
    const settings = [...Object.keys(secrets), ...Object.keys(readTemplate().vars ?? {})];
    expect(settings.filter((name) => !(settingNames as string[]).includes(name))).toEqual([]);
    const { d1_databases = [], r2_buckets = [], queues } = readTemplate();
    const bindings = [...d1_databases, ...r2_buckets, ...(queues?.producers ?? [])].map(
      (each) => each.binding,
    );
    expect([...bindings, ...settings].toSorted()).toEqual(
      Object.keys(cloudflare.bindings).toSorted(),
    );
    for (const { description } of Object.values(cloudflare.bindings))
      expect(description).toMatch(/^[A-Z].+\.$/);
  });

  test("Cloudflare makes the database and the bucket that the release binds", () => {
    const names = (config: WranglerConfig) =>
      [...(config.d1_databases ?? []), ...(config.r2_buckets ?? [])].map(({ binding }) => binding);
    expect(names(readTemplate())).toEqual(names(base));
  });

  test("it names the version of this release", () => {
    const read = (path: string) =>
      (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
    expect(read("template/gatehouse.json")).toBe(read("package.json"));
  });
});

describe("the configuration of a copy", () => {
  const made = (changes: Partial<WranglerConfig> = {}): WranglerConfig => ({
    ...readTemplate(),
    name: "fern",
    d1_databases: [
      {
        binding: "DB",
        database_name: "fern-data",
        database_id: "11111111-2222-4333-8444-555555555555",
      },
    ],
    r2_buckets: [{ binding: "FILES", bucket_name: "fern-stuff", jurisdiction: "eu" }],
    queues: { producers: [{ binding: "SYNC_QUEUE", queue: "fern-jobs" }] },
    vars: {
      SHOP_NAME: "Fern",
      AUTH_URL: "https://shop.fern.example/api/auth",
      OWNER_EMAILS: "",
      OTHER: "x",
    },
    ...changes,
  });

  test("a copy's own names and IDs are kept, and the rest is the release's", () => {
    const config = toCopyConfig(base, made());
    expect(config.d1_databases).toMatchObject([
      {
        binding: "DB",
        database_name: "fern-data",
        database_id: "11111111-2222-4333-8444-555555555555",
      },
    ]);
    expect(config.r2_buckets).toMatchObject([{ bucket_name: "fern-stuff", jurisdiction: "eu" }]);
    expect(config.queues?.producers).toContainEqual({ binding: "SYNC_QUEUE", queue: "fern-jobs" });
    const sync = config.queues?.consumers?.find(({ queue }) => queue === "fern-jobs");
    expect(sync?.dead_letter_queue).toBe("fern-jobs-dead");
    expect(config.queues?.consumers).toContainEqual(
      expect.objectContaining({ queue: "fern-jobs-dead" }),
    );
    expect(config.triggers).toEqual(base.triggers);
    expect(config.routes).toEqual([{ pattern: "shop.fern.example", custom_domain: true }]);
  });

  test("a queue that the copy does not know yet is named after its Worker", () => {
    const { producers = [] } = toCopyConfig(base, made()).queues ?? {};
    expect(producers).toContainEqual({ binding: "WEBHOOK_QUEUE", queue: "fern-webhooks" });
  });

  test("only settings with a value become variables, so that the shop names the others", () => {
    expect(toCopyConfig(base, made()).vars).toEqual({
      SHOP_NAME: "Fern",
      AUTH_URL: "https://shop.fern.example/api/auth",
    });
  });

  test("before its address is known, a copy is deployed on workers.dev", () => {
    expect(toCopyConfig(base, made({ vars: {} }))).toMatchObject({ workers_dev: true });
  });

  test("a copy without a database is refused", () => {
    expect(() => toCopyConfig(base, readTemplate())).toThrow("has no database yet");
  });
});

describe("a copy fetches its release", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "copy-"));
    cpSync("template", join(dir, "copy"), { recursive: true });
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: join(dir, "release"),
    });
  const fetchRelease = (repository: string, version: string) => {
    writeFileSync(join(dir, "copy/gatehouse.json"), JSON.stringify({ repository, version }));
    const { status, stderr } = spawnSync("node", ["gatehouse.mjs", "fetch"], {
      cwd: join(dir, "copy"),
      encoding: "utf8",
    });
    return { status, stderr };
  };

  test("a copy without a repository says what is missing", () => {
    expect(fetchRelease("", "1.0.0")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("names no repository"),
    });
  });

  test("the tag of its version is fetched, gets the copy's colors, and installs its packages", () => {
    cpSync("frontend/styles/tokens.css", join(dir, "release/frontend/styles/tokens.css"), {
      recursive: true,
    });
    const packages = "node -e \"require('fs').writeFileSync('installed', '')\"";
    writeFileSync(
      join(dir, "release/package.json"),
      JSON.stringify({ version: "1.2.0", scripts: { packages } }),
    );
    for (const args of [
      ["init", "-q"],
      ["add", "."],
      ["commit", "-qm", "1"],
      ["tag", "v1.2.0"],
      ["tag", "v1.3.0"],
    ])
      git(...args);
    writeFileSync(join(dir, "copy/theme.css"), ":root { --radius: 1rem; }");
    expect(fetchRelease(`file://${dir}/release`, "1.2.0")).toEqual({
      status: 0,
      stderr: expect.any(String),
    });
    const fetched = (path: string) => readFileSync(join(dir, "copy/.gatehouse", path), "utf8");
    expect(fetched("frontend/styles/tokens.css")).toMatch(/--radius: 0.25rem[^]*--radius: 1rem/);
    expect(fetched("installed")).toBe("");
    // A tag on other code.
    expect(fetchRelease(`file://${dir}/release`, "1.3.0")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is of version 1.2.0"),
    });
  });
});
