import { expect, test } from "vitest";
import { bucketNames, queueNames, readCommittedConfig, toDeployConfig } from "./deploy-config.ts";

const base = readCommittedConfig();
const databaseId = "11111111-2222-4333-8444-555555555555";
const at = (name: string, origin: string) =>
  toDeployConfig(base, { name, origin, databaseId, vars: { A: "b" } });
const production = at("gatehouse", "https://shop.example.com");
const preview = at("gatehouse-x-0123abcd", "https://gatehouse-x-0123abcd.tide.workers.dev");

test("a deployment has the real database and only the variables it was given", () => {
  expect(production.d1_databases).toMatchObject([{ binding: "DB", database_id: databaseId }]);
  expect(production.vars).toEqual({ A: "b" });
});

test("production keeps its names and takes its host as a custom domain", () => {
  expect(production.name).toBe("gatehouse");
  expect(production.queues?.producers).toEqual(base.queues?.producers);
  expect(production.ratelimits).toEqual(base.ratelimits);
  expect(production.routes).toEqual([{ pattern: "shop.example.com", custom_domain: true }]);
  expect(production.workers_dev).toBe(false);
});

test("a preview shares no database, queue or rate limit with production or another preview", () => {
  const other = at("gatehouse-x-0123abce", "https://gatehouse-x-0123abce.tide.workers.dev");
  const owned = [production, preview, other].map((config) => [
    ...(config.d1_databases ?? []).map((database) => database.database_name),
    ...(config.queues?.producers ?? []).map((producer) => producer.queue),
    ...(config.queues?.consumers ?? []).map((consumer) => consumer.dead_letter_queue),
    ...(config.r2_buckets ?? []).map((bucket) => bucket.bucket_name),
    ...(config.ratelimits ?? []).map((limit) => limit.namespace_id),
  ]);
  const names = owned.map((each) => new Set(each.filter((name) => name !== undefined)));
  const all = new Set(names.flatMap((each) => [...each]));
  expect(all.size).toBe(names.reduce((sum, each) => sum + each.size, 0));
});

test("a preview answers on workers.dev and takes no domain", () => {
  expect(preview.workers_dev).toBe(true);
  expect(preview).not.toHaveProperty("routes");
});

test("the consumer's queues are the ones that are created, the dead-letter queue first", () => {
  const names = queueNames(base, "gatehouse-x-0123abcd");
  expect(names).toEqual(["gatehouse-x-0123abcd-sync-dead", "gatehouse-x-0123abcd-sync"]);
  expect(preview.queues?.consumers?.map(({ queue }) => queue).toSorted()).toEqual(names.toSorted());
});

test("the bucket that is bound is the one that is created", () => {
  expect(bucketNames(base, "gatehouse-x-0123abcd")).toEqual(["gatehouse-x-0123abcd-files"]);
  expect(preview.r2_buckets).toMatchObject([{ bucket_name: "gatehouse-x-0123abcd-files" }]);
});

test("a kind of binding that nobody has thought about is refused", () => {
  const more = { ...base, kv_namespaces: [{ binding: "CACHE", id: "1" }] };
  const placement = { name: "gatehouse", origin: "https://shop.example.com", databaseId, vars: {} };
  expect(() => toDeployConfig(more, placement)).toThrow("kv_namespaces");
});
