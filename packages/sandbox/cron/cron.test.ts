import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createCron } from "./cron.ts";

const day = 86_400;
const week = 7 * day;

it("a job that started some seconds late runs again after exactly a week", async () => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(new URL(request.url ?? "", "http://shop").searchParams.get("cron") ?? "");
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // A busy machine: every job starts five seconds after its time.
  let now = 0;
  const cron = createCron({ url, expressions: ["0 * * * *", "0 3 * * *"] }, () => now);
  const first = Date.UTC(2026, 0, 5, 3) / 1000;
  for (const at of [first, first + 6 * day, first + week]) {
    now = at + 5;
    await cron.runDue(at - 1, at, week);
  }
  server.close();
  expect(calls.filter((call) => call === "0 3 * * *")).toHaveLength(2);
});
