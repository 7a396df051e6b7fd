import { expect, test } from "vitest";
import { listBucketNames, listQueueNames, readCommittedConfig, toDeployConfig } from "./config.ts";

const base = readCommittedConfig();
const databaseId = "11111111-2222-4333-8444-555555555555";
const configFor = (name: string, origin: string) =>
  toDeployConfig(base, { name, origin, databaseId, vars: { A: "b" } });
const production = configFor("gatehouse", "https://shop.example.com");
const preview = configFor("gatehouse-x-0123abcd", "https://gatehouse-x-0123abcd.tide.workers.dev");

test("a deployment uses its own database and only its own variables", () => {
  expect(production.d1_databases).toMatchObject([{ binding: "DB", database_id: databaseId }]);
  expect(production.vars).toEqual({ A: "b" });
});

test("production keeps the committed names and uses its host as a custom domain", () => {
  expect(production.name).toBe("gatehouse");
  expect(production.queues?.producers).toEqual(base.queues?.producers);
  expect(production.routes).toEqual([{ pattern: "shop.example.com", custom_domain: true }]);
  expect(production.workers_dev).toBe(false);
});

test("a preview shares no database, queue or rate limit with production or another preview", () => {
  const other = configFor("gatehouse-x-0123abce", "https://gatehouse-x-0123abce.tide.workers.dev");
  const resourceNames = [production, preview, other].map((config) => [
    ...(config.d1_databases ?? []).map((database) => database.database_name),
    ...(config.queues?.producers ?? []).map((producer) => producer.queue),
    ...(config.queues?.consumers ?? []).map((consumer) => consumer.dead_letter_queue),
    ...(config.r2_buckets ?? []).map((bucket) => bucket.bucket_name),
    ...(config.ratelimits ?? []).map((limit) => limit.namespace_id),
  ]);
  const names = resourceNames.map((each) => new Set(each.filter((name) => name !== undefined)));
  const all = new Set(names.flatMap((each) => [...each]));
  expect(all.size).toBe(names.reduce((sum, each) => sum + each.size, 0));
});

test("only a shop that sends by Cloudflare has its binding, for its own address alone", () => {
  const vars = { EMAIL_PROVIDER: "cloudflare", EMAIL_FROM: "Fern <shop@fern.example>" };
  const shop = { name: "gatehouse", origin: "https://shop.example.com", databaseId };
  expect(toDeployConfig(base, { ...shop, vars }).send_email).toEqual([
    { name: "EMAIL", allowed_sender_addresses: ["shop@fern.example"] },
  ]);
  expect(production).not.toHaveProperty("send_email");
});

test("a preview is served on workers.dev without a custom domain", () => {
  expect(preview.workers_dev).toBe(true);
  expect(preview).not.toHaveProperty("routes");
});

test("listQueueNames returns the queues of the consumers, a dead-letter queue before its queue", () => {
  const names = listQueueNames(base, "gatehouse-x-0123abcd");
  expect(names).toEqual([
    "gatehouse-x-0123abcd-webhooks",
    "gatehouse-x-0123abcd-sync-dead",
    "gatehouse-x-0123abcd-sync",
  ]);
  expect(preview.queues?.consumers?.map(({ queue }) => queue).toSorted()).toEqual(names.toSorted());
});

test("listBucketNames returns the bucket that the configuration binds", () => {
  expect(listBucketNames(base, "gatehouse-x-0123abcd")).toEqual(["gatehouse-x-0123abcd-files"]);
  expect(preview.r2_buckets).toMatchObject([{ bucket_name: "gatehouse-x-0123abcd-files" }]);
});

test("a deployment counts requests in namespaces of its own, the same in each deployment", () => {
  const namespacesOf = (config: typeof production) =>
    (config.ratelimits ?? []).map((limit) => limit.namespace_id);
  const committed = namespacesOf(base);
  const own = namespacesOf(production);
  expect(own).toEqual(namespacesOf(configFor("gatehouse", "https://other.example.com")));
  expect(new Set([...own, ...committed]).size).toBe(2 * committed.length);
  // Cloudflare takes positive numbers of 32 bits.
  for (const id of own) expect(Number(id)).toBeLessThan(2 ** 31);
});

test("a bucket in the jurisdiction of the EU is bound there", () => {
  const deployment = { name: "gatehouse", origin: "https://a.example", databaseId, vars: {} };
  const european = toDeployConfig(base, { ...deployment, place: { jurisdiction: "eu" } });
  expect(european.r2_buckets).toMatchObject([{ binding: "FILES", jurisdiction: "eu" }]);
  const located = toDeployConfig(base, { ...deployment, place: { location: "weur" } });
  expect(located.r2_buckets?.[0]).not.toHaveProperty("jurisdiction");
});

test("an invocation may use the CPU time that the committed configuration says", () => {
  expect(production.limits).toEqual({ cpu_ms: 15_000 });
});

test("the Worker runs close to each visitor, unless a deployment names a region", () => {
  const origin = "https://shop.example.com";
  const deployment = { name: "gatehouse", origin, databaseId, vars: {} };
  expect(production).not.toHaveProperty("placement");
  const placed = toDeployConfig(base, { ...deployment, placementRegion: "aws:eu-central-1" });
  expect(placed.placement).toEqual({ region: "aws:eu-central-1" });
});

test("only a deployment with metrics has their binding, and a preview writes to a dataset of its own", () => {
  expect(production).not.toHaveProperty("analytics_engine_datasets");
  const origin = "https://shop.example.com";
  const measured = (name: string) =>
    toDeployConfig(base, { name, origin, databaseId, vars: {}, hasMetrics: true });
  expect(measured("gatehouse-x").analytics_engine_datasets).toEqual([
    { binding: "METRICS", dataset: "gatehouse_x" },
  ]);
});

test("an unsupported kind of binding is refused", () => {
  const more = { ...base, kv_namespaces: [{ binding: "CACHE", id: "1" }] };
  const deployment = {
    name: "gatehouse",
    origin: "https://shop.example.com",
    databaseId,
    vars: {},
  };
  expect(() => toDeployConfig(more, deployment)).toThrow("kv_namespaces");
});
