import { describe, expect, test } from "vitest";
import document from "../../docs/openapi.json" with { type: "json" };
import app from "../app.ts";
import { buildOpenApi } from "./build-openapi.ts";

type Operation = { operationId?: string; summary?: string; tags?: string[]; security?: object[] };

const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  .map((each) => [each.route, each.operation] as const);

test("docs/openapi.json is what the routes say; `npm run openapi` writes it", async () => {
  expect(document).toEqual(await buildOpenApi());
});

test("the document has every route of /api/v1", () => {
  const routes = app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/v1/"))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(operations.map(([route]) => route).toSorted()).toEqual([...new Set(routes)].toSorted());
});

describe("every call", () => {
  test.each(operations)("%s has a name, a summary and a known section", (_route, operation) => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.summary).toBeTruthy();
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags?.[0]);
  });

  test("every call has a name of its own", () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });
});
