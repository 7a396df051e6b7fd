import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createDnsServer } from "./routes.ts";
import { openZone } from "./zone.ts";

const openDns = () => {
  const zone = openZone(new DatabaseSync(":memory:"));
  return { zone, dns: createDnsServer(zone) };
};

const query = async (dns: ReturnType<typeof createDnsServer>, name: string, type = "TXT") => {
  const answer = await dns.request(`/query?${new URLSearchParams({ name, type })}`);
  return (await answer.json()) as { Status: number; Answer?: { type: number; data: string }[] };
};

test("the resolver answers with the texts of a name, in quotes, in any case and with the root’s dot", async () => {
  const { zone, dns } = openDns();
  zone.addRecord({ name: "_proof.Example.com", value: 'say "hi"' });
  zone.addRecord({ name: "_proof.example.com", value: "two" });
  const { Status, Answer } = await query(dns, "_PROOF.example.com.");
  expect(Status).toBe(0);
  expect(Answer?.map(({ data }) => data)).toEqual(['"say \\"hi\\""', '"two"']);
});

test("a name without a record, and another type, have no answer", async () => {
  const { zone, dns } = openDns();
  zone.addRecord({ name: "a.example", value: "one" });
  expect(await query(dns, "b.example")).toMatchObject({ Status: 3 });
  expect((await query(dns, "a.example", "A")).Answer).toBeUndefined();
});

test("the page adds and removes records, and escapes them", async () => {
  const { dns } = openDns();
  const post = (path: string) =>
    dns.request(`http://127.0.0.1/records/${path}`, {
      method: "POST",
      headers: { origin: "http://127.0.0.1" },
      body: new URLSearchParams({ name: "a.example", value: "<one>" }),
    });
  expect((await post("add")).status).toBe(303);
  expect(await (await dns.request("/")).text()).toContain("&lt;one&gt;");
  await post("remove");
  expect(await (await dns.request("/")).text()).toContain("There is no record yet.");
});
