import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../run-program.ts";
import { type CloudflareStandIn, startCloudflareStandIn } from "./stand-in.ts";

let standIn: CloudflareStandIn;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "stand-in-test-"));
  standIn = await startCloudflareStandIn({ zones: ["example.com"] });
});
afterAll(async () => {
  await standIn.close();
  rmSync(dir, { recursive: true });
});

type Answer<Result> = { status: number; errors: { code: number }[]; result: Result };

/** Calls the API below the account. */
async function call<Result = Record<string, unknown>>(
  method: string,
  path: string,
  body?: object,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer<Result>> {
  const token = options.token ?? standIn.env["CLOUDFLARE_API_TOKEN"];
  const response = await fetch(`${standIn.url}/accounts/${standIn.account.id}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...options.headers },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    ...((await response.json()) as Omit<Answer<Result>, "status">),
  };
}

const refusal = (code: number) =>
  expect.objectContaining({ errors: [expect.objectContaining({ code })] });

async function createDatabase(name: string): Promise<string> {
  const { result } = await call<{ uuid: string }>("POST", "/d1/database", { name });
  return result.uuid;
}

const query = (database: string, sql: string, params?: unknown[]) =>
  call<{ results: Record<string, unknown>[] }[]>("POST", `/d1/database/${database}/query`, {
    sql,
    ...(params && { params }),
  });

/** An upload as wrangler sends it. */
function toUpload(code: string, metadata: object = {}): FormData {
  const form = new FormData();
  form.set("metadata", JSON.stringify({ main_module: "index.js", ...metadata }));
  const file = new File([code], "index.js", { type: "application/javascript+module" });
  form.set("index.js", file);
  return form;
}

/** Runs a command that reaches the stand-in, as scripts do. @throws Error with the output if it fails */
async function run(command: string, args: string[]): Promise<{ stdout: string; output: string }> {
  const env = {
    ...process.env,
    ...standIn.env,
    WRANGLER_LOG: "log",
    WRANGLER_LOG_PATH: join(dir, "logs"),
  };
  const { code, output: stdout, errors } = await runProgram(command, args, { env });
  const output = stdout + errors;
  if (code !== 0) throw new Error(`${command} exited with code ${code}\n${output}`);
  return { stdout, output };
}

describe("tokens", () => {
  it("a token without a right is refused there, and nowhere else", async () => {
    const token = standIn.createToken(["D1 Read", "Workers Scripts Write"]);
    expect(await call("GET", "/d1/database", undefined, { token })).toMatchObject({ status: 200 });
    expect(await call("POST", "/d1/database", { name: "no" }, { token })).toEqual(refusal(10000));
    expect(await call("GET", "/queues", undefined, { token })).toEqual(refusal(10000));
    expect(await call("GET", "/workers/subdomain", undefined, { token })).toMatchObject({
      result: { subdomain: "test" },
    });
  });

  it("an unknown token is invalid, and each user's right is asked by its own code", async () => {
    const verify = (token: string, path: string) =>
      fetch(`${standIn.url}${path}`, { headers: { authorization: `Bearer ${token}` } }).then(
        (response) => response.json(),
      );
    expect(await verify("wrong", "/user/tokens/verify")).toEqual(refusal(1000));
    const token = standIn.createToken([]);
    expect(await verify(token, "/user/tokens/verify")).toMatchObject({
      result: { status: "active" },
    });
    expect(await verify(token, "/memberships")).toEqual(refusal(9109));
  });

  it("a planned failure answers one request", async () => {
    standIn.failNext("GET", /\/queues$/, { status: 503, code: 10001, message: "Try again" });
    expect(await call("GET", "/queues")).toMatchObject({ status: 503 });
    expect(await call("GET", "/queues")).toMatchObject({ status: 200 });
  });
});

describe("databases", () => {
  it("a database is created where it is asked for, and a name only once", async () => {
    const body = { name: "placed", primary_location_hint: "weur" };
    expect(await call("POST", "/d1/database", body)).toMatchObject({ status: 200 });
    expect(await call("POST", "/d1/database", body)).toEqual(refusal(7502));
    const wrong = { name: "misplaced", primary_location_hint: "mars" };
    expect(await call("POST", "/d1/database", wrong)).toMatchObject({ status: 400 });
    expect(await call("GET", "/d1/database/placed")).toMatchObject({
      result: { running_in_region: "WEUR" },
    });
  });

  it("a trigger is cut at its first semicolon, and what came before it stays", async () => {
    const database = await createDatabase("triggers");
    const sql = "CREATE TABLE a (x); CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a; END;";
    expect(await query(database, sql)).toEqual(refusal(7500));
    expect(await query(database, "INSERT INTO a VALUES (?)", ["a;b"])).toMatchObject({
      status: 200,
    });
    expect((await query(database, "SELECT x FROM a")).result[0]?.results).toEqual([{ x: "a;b" }]);
  });

  it("a restored database holds what it held at its bookmark, also with triggers and keys", async () => {
    const database = await createDatabase("travels");
    const binding = await standIn.openDatabase("travels");
    await binding.batch([
      binding.prepare("CREATE TABLE parent (id INTEGER PRIMARY KEY, data BLOB)"),
      binding.prepare("CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent (id))"),
      binding.prepare(
        "CREATE TRIGGER t AFTER INSERT ON child BEGIN UPDATE parent SET data = X'02'; END",
      ),
      binding.prepare("INSERT INTO parent VALUES (1, X'01')"),
    ]);
    const path = `/d1/database/${database}/time_travel`;
    const { bookmark } = (await call<{ bookmark: string }>("GET", `${path}/bookmark`)).result;
    await binding.exec("INSERT INTO child VALUES (1, 1)");
    const restored = await call<{ previous_bookmark: string }>(
      "POST",
      `${path}/restore?bookmark=${bookmark}`,
    );
    const read = async () =>
      (
        await query(
          database,
          "SELECT hex(data) AS data, (SELECT count(*) FROM child) AS n FROM parent",
        )
      ).result[0]?.results;
    expect(await read()).toEqual([{ data: "01", n: 0 }]);
    await call("POST", `${path}/restore?bookmark=${restored.result.previous_bookmark}`);
    expect(await read()).toEqual([{ data: "02", n: 1 }]);
    await binding.exec("DELETE FROM child; INSERT INTO child VALUES (2, 1)");
    expect(await read()).toEqual([{ data: "02", n: 1 }]);
  });
});

describe("buckets", () => {
  it("each jurisdiction has its own buckets, and a bucket with objects is not deleted", async () => {
    const eu = { headers: { "cf-r2-jurisdiction": "eu" } };
    expect(await call("POST", "/r2/buckets", { name: "files" }, eu)).toMatchObject({ status: 200 });
    expect(await call("GET", "/r2/buckets/files")).toEqual(refusal(10006));
    expect(await call("POST", "/r2/buckets", { name: "files" }, eu)).toEqual(refusal(10004));
    const bucket = await standIn.openBucket("files", "eu");
    await bucket.put("a/b", "content");
    expect(await call("GET", "/r2/buckets/files/objects", undefined, eu)).toMatchObject({
      result: [{ key: "a/b", size: 7 }],
    });
    expect(await call("DELETE", "/r2/buckets/files", undefined, eu)).toEqual(refusal(10008));
    await bucket.delete("a/b");
    expect(await call("DELETE", "/r2/buckets/files", undefined, eu)).toMatchObject({ status: 200 });
  });
});

describe("uploads", () => {
  it("a binding to what the account lacks is refused, and no Worker appears", async () => {
    const upload = (binding: object) =>
      call(
        "PUT",
        "/workers/scripts/lacking",
        toUpload("export default {}", { bindings: [binding] }),
      );
    expect(await upload({ type: "d1", name: "DB", id: "none" })).toEqual(refusal(10181));
    expect(await upload({ type: "r2_bucket", name: "B", bucket_name: "no" })).toEqual(
      refusal(10085),
    );
    expect(await upload({ type: "queue", name: "Q", queue_name: "no" })).toEqual(refusal(11000));
    expect(await call("GET", "/workers/services/lacking")).toEqual(refusal(10090));
  });

  it("a script that fails at its start is refused, and the version before it still answers", async () => {
    const path = "/workers/scripts/starting";
    await call("PUT", path, toUpload("export default { fetch: () => new Response('one') }"));
    await call("POST", `${path}/subdomain`, { enabled: true });
    const broken = await call(
      "POST",
      `${path}/versions`,
      toUpload("throw new Error('at the start')"),
    );
    expect(broken).toEqual(refusal(10021));
    expect(JSON.stringify(broken.errors)).toContain("at the start");
    const response = await standIn.fetch("https://starting.test.workers.dev/");
    expect(await response.text()).toBe("one");
  });
});

describe("wrangler", () => {
  const code = `
    const taken = [];
    export default {
      async fetch(request, env) {
        const { pathname } = new URL(request.url);
        if (pathname === "/send") await env.JOBS.send({ sent: env.SECRET });
        if (pathname === "/out") return fetch("https://upstream.example.net/asked");
        const { results } = await env.DB.prepare("SELECT x FROM a").all();
        return Response.json({ url: request.url, secret: env.SECRET, id: env.VERSION.id, results, taken });
      },
      async queue(batch) { for (const { body } of batch.messages) taken.push(body); },
      async scheduled({ cron }, env) {
        await env.DB.prepare("INSERT INTO a VALUES (?)").bind(cron).run();
      },
    };`;
  let config: string;
  const read = async (path = "/") =>
    (await standIn.fetch(`https://shop.example.com${path}`)).json() as Promise<
      Record<string, unknown>
    >;

  beforeAll(async () => {
    const database = await createDatabase("wrangled");
    await query(database, "CREATE TABLE a (x)");
    await call("POST", "/queues", { queue_name: "jobs" });
    await call("POST", "/r2/buckets", { name: "wrangled" });
    mkdirSync(join(dir, "public"));
    writeFileSync(join(dir, "public", "hello.txt"), "hello");
    writeFileSync(join(dir, "index.js"), code);
    writeFileSync(join(dir, "secrets.json"), JSON.stringify({ SECRET: "first" }));
    config = join(dir, "wrangler.json");
    writeFileSync(
      config,
      JSON.stringify({
        name: "wrangled",
        main: "index.js",
        no_bundle: true,
        compatibility_date: "2026-10-15",
        limits: { cpu_ms: 1000 },
        routes: [{ pattern: "shop.example.com", custom_domain: true }],
        workers_dev: false,
        assets: { directory: "public" },
        version_metadata: { binding: "VERSION" },
        triggers: { crons: ["0 3 * * *"] },
        d1_databases: [
          { binding: "DB", database_name: "wrangled", database_id: database, remote: true },
        ],
        r2_buckets: [{ binding: "FILES", bucket_name: "wrangled", remote: true }],
        queues: {
          producers: [{ binding: "JOBS", queue: "jobs" }],
          consumers: [{ queue: "jobs", max_batch_timeout: 0 }],
        },
      }),
    );
  });

  it("a deployed Worker answers with its secrets, files, queue, cron and database", async () => {
    const secrets = join(dir, "secrets.json");
    const deployed = await run("wrangler", ["deploy", "-c", config, "--secrets-file", secrets]);
    expect(deployed.output).toContain(standIn.currentVersion("wrangled"));
    await read("/send");
    await standIn.queuesIdle();
    await standIn.runCron("wrangled", "0 3 * * *");
    expect(await read()).toEqual({
      url: "https://shop.example.com/",
      secret: "first",
      id: standIn.currentVersion("wrangled"),
      results: [{ x: "0 3 * * *" }],
      taken: [{ sent: "first" }],
    });
    await expect(standIn.runCron("wrangled", "* * * * *")).rejects.toThrow("no cron trigger");
    expect((await standIn.fetch("https://wrangled.test.workers.dev/")).status).toBe(404);
  });

  it("a script reaches the shop by https, remote bindings, and no host that is not mapped", async () => {
    const script = join(dir, "script.mjs");
    writeFileSync(
      script,
      `import { getPlatformProxy } from ${JSON.stringify(resolve("node_modules/wrangler/wrangler-dist/cli.js"))};
       const { env, dispose } = await getPlatformProxy({ configPath: ${JSON.stringify(config)}, persist: false });
       await env.DB.exec("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END");
       await env.FILES.put("key", "value");
       const { results } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
       const file = await (await fetch("https://shop.example.com/hello.txt")).text();
       const refused = await fetch("https://unmapped.example.net/").then(() => false, () => true);
       console.log(JSON.stringify({ results, file, refused }));
       await dispose();`,
    );
    const { stdout } = await run("node", [script]);
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({
      results: [{ name: "t" }],
      file: "hello",
      refused: true,
    });
    expect(await (await (await standIn.openBucket("wrangled")).get("key"))?.text()).toBe("value");
  });

  it("after a rollback, the old version answers, and secrets can't be changed with 10215", async () => {
    const first = standIn.currentVersion("wrangled");
    const id = [...standIn.account.databases.values()].find(
      ({ name }) => name === "wrangled",
    )!.uuid;
    const second = await call(
      "POST",
      "/workers/scripts/wrangled/versions",
      toUpload(code.replace("taken });", "taken, isNew: true });"), {
        bindings: [
          { type: "d1", name: "DB", id },
          { type: "version_metadata", name: "VERSION" },
        ],
        keep_bindings: ["secret_text"],
      }),
    );
    expect(await read()).not.toHaveProperty("isNew");
    await call("POST", "/workers/scripts/wrangled/deployments", {
      versions: [{ version_id: second.result["id"], percentage: 100 }],
    });
    expect(await read()).toMatchObject({ isNew: true, secret: "first" });
    await run("wrangler", ["rollback", "--name", "wrangled", "-m", "back", "-y"]);
    expect(standIn.currentVersion("wrangled")).toBe(first);
    expect(await read()).not.toHaveProperty("isNew");
    const secrets = { secrets: { SECRET: { name: "SECRET", text: "x", type: "secret_text" } } };
    expect(await call("PATCH", "/workers/scripts/wrangled/secrets-bulk", secrets)).toEqual(
      refusal(10215),
    );
    expect(await read()).toMatchObject({ secret: "first" });
  });

  it("what a deployed Worker requests goes to the server that stands for the host", async () => {
    expect((await standIn.fetch("https://shop.example.com/out")).status).toBe(500);
    standIn.addHosts({ "upstream.example.net": standIn.url.replace("/client/v4", "") });
    const response = await standIn.fetch("https://shop.example.com/out");
    expect(response.status).toBe(404);
  });
});
