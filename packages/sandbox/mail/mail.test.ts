import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createFaults } from "../stripe/protocol/faults.ts";
import { shopSecretKey } from "../stripe/stand-in.ts";
import { openMailbox, type Message } from "./mailbox.ts";
import { createMailServer } from "./routes.ts";

function createTestMail(database = new DatabaseSync(":memory:")) {
  const faults = createFaults();
  return Object.assign(createMailServer(openMailbox(database), faults, shopSecretKey), { faults });
}

const exampleMessage = {
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

test("a sent message is shown with its links clickable and its markup escaped", async () => {
  const mail = createTestMail();
  const { id } = (await (await mail.request("/emails", post(exampleMessage))).json()) as {
    id: string;
  };
  const { messages } = (await (await mail.request("/messages")).json()) as { messages: Message[] };
  expect(messages).toMatchObject([
    { id, to: "ann@example.com", subject: exampleMessage.subject, text: exampleMessage.text },
  ]);
  const html = await (await mail.request(`/${id}`)).text();
  expect(html).toContain('href="http://localhost:8787/verify-request#token=1&amp;email=a"');
  expect(html).toContain("Or &lt;b&gt;not&lt;/b&gt;.");
  expect(await (await mail.request("/")).text()).toContain("Sign in &lt;now&gt;");
});

test("messages are listed newest first and survive a restart", async () => {
  const database = new DatabaseSync(":memory:");
  const before = createTestMail(database);
  for (const subject of ["first", "second"])
    await before.request("/emails", post({ ...exampleMessage, subject }));
  const after = await createTestMail(database).request("/messages");
  const { messages } = (await after.json()) as { messages: Message[] };
  expect(messages.map(({ subject }) => subject)).toEqual(["second", "first"]);
});

test("a message keeps the address that answers go to", async () => {
  const mail = createTestMail();
  await mail.request("/emails", post({ ...exampleMessage, reply_to: "help@example.com" }));
  const [message] = await listMessages(mail);
  expect(message).toMatchObject({ replyTo: "help@example.com" });
  expect(await (await mail.request(`/${message!.id}`)).text()).toContain("help@example.com");
});

test.each([
  [{ ...exampleMessage, to: ["a@example.com", "b@example.com"] }],
  [{ ...exampleMessage, text: "" }],
  [[]],
  ["x"],
])("422 for a body that is not a valid message: %j", async (body) => {
  const mail = createTestMail();
  expect((await mail.request("/emails", post(body))).status).toBe(422);
});

const listMessages = async (mail: ReturnType<typeof createTestMail>) =>
  ((await (await mail.request("/messages")).json()) as { messages: Message[] }).messages;

test("an idempotency key keeps one message per sender, and 409 when its content differs", async () => {
  const mail = createTestMail();
  const send = async (subject: string, key: string, sender = "re_1") => {
    const headers = { "idempotency-key": key, authorization: `Bearer ${sender}` };
    const response = await mail.request("/emails", post({ ...exampleMessage, subject }, headers));
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
  expect((await listMessages(mail)).map(({ subject }) => subject)).toEqual(["three", "two", "one"]);
});

test("a fault fails the request before or after the message is saved", async () => {
  const mail = createTestMail();
  const fault = { match: "POST /mail/emails", times: 1, status: 503, delayMs: 0 };
  mail.faults.add(shopSecretKey, { ...fault, afterCommit: false });
  expect((await mail.request("/emails", post(exampleMessage))).status).toBe(503);
  expect(await listMessages(mail)).toEqual([]);
  mail.faults.add(shopSecretKey, { ...fault, afterCommit: true });
  expect((await mail.request("/emails", post(exampleMessage))).status).toBe(503);
  expect(await listMessages(mail)).toHaveLength(1);
  expect((await mail.request("/emails", post(exampleMessage))).status).toBe(200);
});

test("an HTML message is shown in a frame where scripts cannot run", async () => {
  const mail = createTestMail();
  const markup = "<!doctype html><html><head></head><body><script>alert(1)</script></body></html>";
  const sent = await mail.request("/emails", post({ ...exampleMessage, html: markup }));
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

test("messages can be filtered by recipient", async () => {
  const mail = createTestMail();
  await mail.request("/emails", post(exampleMessage));
  await mail.request("/emails", post({ ...exampleMessage, to: ["bob@example.com"] }));
  const answer = await mail.request("/messages?to=bob%40example.com");
  const { messages } = (await answer.json()) as { messages: Message[] };
  expect(messages.map(({ to }) => to)).toEqual(["bob@example.com"]);
  expect(await (await mail.request("/?to=bob%40example.com")).text()).not.toContain(
    "To ann@example.com",
  );
});
