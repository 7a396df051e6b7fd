import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createFaults } from "../stripe/protocol/faults.ts";
import { shopKey } from "../stripe/stand-in.ts";
import { openMailbox, type Message } from "./mailbox.ts";
import { createMail } from "./routes.ts";

function openMail(database = new DatabaseSync(":memory:")) {
  const faults = createFaults();
  return Object.assign(createMail(openMailbox(database), faults), { faults });
}

const letter = {
  from: "Tidewater <shop@example.com>",
  to: ["ann@example.com"],
  subject: "Sign in <now>",
  text: "Open this:\n\nhttp://localhost:8787/verify-request#token=1&email=a\n\nOr <b>not</b>.",
};

const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { authorization: "Bearer re_1", "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

test("what is sent can be read, its link followed, and nothing in it is markup", async () => {
  const mail = openMail();
  const { id } = (await (await mail.request("/emails", post(letter))).json()) as { id: string };
  const { messages } = (await (await mail.request("/messages")).json()) as { messages: Message[] };
  expect(messages).toMatchObject([
    { id, to: "ann@example.com", subject: letter.subject, text: letter.text },
  ]);
  const html = await (await mail.request(`/${id}`)).text();
  expect(html).toContain('href="http://localhost:8787/verify-request#token=1&amp;email=a"');
  expect(html).toContain("Or &lt;b&gt;not&lt;/b&gt;.");
  expect(await (await mail.request("/")).text()).toContain("Sign in &lt;now&gt;");
});

test("the newest comes first, and a restart loses none", async () => {
  const database = new DatabaseSync(":memory:");
  const before = openMail(database);
  for (const subject of ["first", "second"])
    await before.request("/emails", post({ ...letter, subject }));
  const after = await openMail(database).request("/messages");
  const { messages } = (await after.json()) as { messages: Message[] };
  expect(messages.map(({ subject }) => subject)).toEqual(["second", "first"]);
});

test.each([
  [{ ...letter, to: ["a@example.com", "b@example.com"] }],
  [{ ...letter, text: "" }],
  [[]],
  ["x"],
])("what is no message is refused: %j", async (body) => {
  const mail = openMail();
  expect((await mail.request("/emails", post(body))).status).toBe(422);
});

const newest = async (mail: ReturnType<typeof openMail>) =>
  ((await (await mail.request("/messages")).json()) as { messages: Message[] }).messages;

test("the same key is the same message; with other words it is refused; another sender's key is another", async () => {
  const mail = openMail();
  const send = async (subject: string, key: string, sender = "re_1") => {
    const headers = { "idempotency-key": key, authorization: `Bearer ${sender}` };
    const response = await mail.request("/emails", post({ ...letter, subject }, headers));
    return { status: response.status, ...((await response.json()) as { id?: string }) };
  };
  const first = await send("one", "k1");
  expect(await send("one", "k1")).toEqual(first);
  expect(await send("two", "k1")).toMatchObject({
    status: 409,
    name: "invalid_idempotent_request",
  });
  await send("two", "k2");
  await send("three", "k1", "re_2");
  expect((await newest(mail)).map(({ subject }) => subject)).toEqual(["three", "two", "one"]);
});

test("what was asked to fail fails: before the message arrives, or after", async () => {
  const mail = openMail();
  const fault = { match: "POST /mail/emails", times: 1, status: 503, delayMs: 0 };
  mail.faults.add(shopKey, { ...fault, afterCommit: false });
  expect((await mail.request("/emails", post(letter))).status).toBe(503);
  expect(await newest(mail)).toEqual([]);
  mail.faults.add(shopKey, { ...fault, afterCommit: true });
  expect((await mail.request("/emails", post(letter))).status).toBe(503);
  expect(await newest(mail)).toHaveLength(1);
  expect((await mail.request("/emails", post(letter))).status).toBe(200);
});

test("a message can be seen as it looks, framed, and no script of it runs", async () => {
  const mail = openMail();
  const markup = "<!doctype html><html><head></head><body><script>alert(1)</script></body></html>";
  const sent = await mail.request("/emails", post({ ...letter, html: markup }));
  const { id } = (await sent.json()) as { id: string };
  const shown = await mail.request(`/${id}`);
  expect(await shown.text()).toContain(`src="/mail/${id}/html"`);
  expect(shown.headers.get("content-security-policy")).toContain("frame-src 'self'");
  const framed = await mail.request(`/${id}/html`);
  const policy = framed.headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).toContain("sandbox allow-popups");
  expect(policy).not.toContain("allow-scripts");
});

test("the mailbox can be read by receiver", async () => {
  const mail = openMail();
  await mail.request("/emails", post(letter));
  await mail.request("/emails", post({ ...letter, to: ["bob@example.com"] }));
  const answer = await mail.request("/messages?to=bob%40example.com");
  const { messages } = (await answer.json()) as { messages: Message[] };
  expect(messages.map(({ to }) => to)).toEqual(["bob@example.com"]);
  expect(await (await mail.request("/?to=bob%40example.com")).text()).not.toContain(
    "To ann@example.com",
  );
});
