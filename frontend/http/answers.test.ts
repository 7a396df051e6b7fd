import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { createFirstAnswers, type Query } from "./answers.ts";
import { ApiError } from "./errors.ts";
import { createClientAnswers } from "./query.ts";

const key = ["me", "library"];

/** A query that counts how often it asks. */
function createQuery(answer: (attempt: number) => unknown) {
  let attempts = 0;
  const query: Query<unknown> = { queryKey: key, queryFn: async () => answer(++attempts) };
  return { query, count: () => attempts };
}

test("two components that ask for the same get one request and the same answer", async () => {
  const answers = createFirstAnswers();
  const { query, count } = createQuery(() => "a");
  const changes = [vi.fn<() => void>(), vi.fn<() => void>()];
  expect(answers.read(query)).toMatchObject({ data: undefined, isPending: true });
  for (const onChange of changes) answers.watch(query, onChange);
  await vi.waitFor(() => expect(answers.read(query).data).toBe("a"));
  expect(answers.read(query)).toBe(answers.read(query));
  expect(count()).toBe(1);
  for (const onChange of changes) expect(onChange).toHaveBeenCalledOnce();
});

test("an answer that is known and fresh is not asked for, and one drawn for visitors is", async () => {
  const answers = createFirstAnswers();
  const { query, count } = createQuery(() => "new");
  answers.set(key, "drawn");
  answers.watch(query, () => undefined)();
  expect(count()).toBe(0);
  answers.set(key, "drawn for visitors", 0);
  answers.watch({ ...query, enabled: false }, () => undefined);
  expect(count()).toBe(0);
  answers.watch(query, () => undefined);
  await vi.waitFor(() => expect(answers.read(query).data).toBe("new"));
});

test("a refusal is not asked again, and one for want of a session is reported", async () => {
  const onUnauthenticated = vi.fn<() => void>();
  const answers = createFirstAnswers(onUnauthenticated);
  const { query, count } = createQuery(() => {
    throw new ApiError(401, { code: "unauthenticated" }, undefined);
  });
  answers.watch(query, () => undefined);
  await vi.waitFor(() => expect(answers.read(query).error).toBeInstanceOf(ApiError));
  expect(answers.read(query).isPending).toBe(false);
  expect(count()).toBe(1);
  expect(onUnauthenticated).toHaveBeenCalledOnce();
});

test("a failure of the server is asked once more, later", async () => {
  vi.useFakeTimers();
  const answers = createFirstAnswers();
  const { query, count } = createQuery((attempt) => {
    if (attempt === 1) throw new ApiError(503, {}, undefined);
    return "a";
  });
  answers.watch(query, () => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  expect([answers.read(query).data, count()]).toEqual(["a", 2]);
});

test("an invalidated answer is asked for again if something shows it, and its parents' keys count", async () => {
  const answers = createFirstAnswers();
  const { query, count } = createQuery((attempt) => attempt);
  const stop = answers.watch(query, () => undefined);
  await vi.waitFor(() => expect(answers.read(query).data).toBe(1));
  await answers.cache.invalidateQueries({ queryKey: ["me"], exact: true });
  await answers.cache.invalidateQueries({ queryKey: ["m"] });
  expect(count()).toBe(1);
  await answers.cache.invalidateQueries({ queryKey: ["me"] });
  expect(answers.read(query).data).toBe(2);
  stop();
  await answers.cache.invalidateQueries({ queryKey: ["me"] });
  expect(count()).toBe(2);
});

test("React Query takes over what is known and what is on its way, and both see what is written", async () => {
  const first = createFirstAnswers();
  const { query, count } = createQuery(() => "on its way");
  first.set(["shop"], "known");
  first.watch(query, () => undefined);
  const client = new QueryClient();
  first.moveTo(client);
  const answers = createClientAnswers(client);
  const onChange = vi.fn<() => void>();
  const stop = answers.watch(query, onChange);
  await vi.waitFor(() => expect(answers.read(query).data).toBe("on its way"));
  expect(count()).toBe(1);
  expect(client.getQueryData(["shop"])).toBe("known");
  first.cache.setQueryData(key, "written");
  expect(answers.read(query).data).toBe("written");
  expect(answers.read(query)).toBe(answers.read(query));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  await answers.cache.invalidateQueries({ queryKey: ["me"] });
  expect(answers.read(query).data).toBe("on its way");
  stop();
  client.clear();
});

test("a screen with React Query and the app's frame share one request", async () => {
  const client = new QueryClient();
  const answers = createClientAnswers(client);
  const { query, count } = createQuery(() => "a");
  const stops = [
    answers.watch(query, () => undefined),
    new QueryObserver(client, { queryKey: key, queryFn: query.queryFn as () => unknown }).subscribe(
      () => undefined,
    ),
  ];
  await vi.waitFor(() => expect(answers.read(query).data).toBe("a"));
  expect(count()).toBe(1);
  for (const stop of stops) stop();
  client.clear();
});
