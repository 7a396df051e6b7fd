import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ApiDocument } from "../../worker/shared/api-document.ts";
import { renderReference } from "./render-api-reference.ts";

const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as ApiDocument;
const html = renderReference(document, "/assets/reference.css");

test("the reference has every call, its errors and every object once", () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const { summary } of calls) expect(html).toContain(`<h3>${summary}</h3>`);
  expect(html.match(/<summary>Errors<\/summary>/g)).toHaveLength(calls.length);
  expect(html.match(/<h4>Example<\/h4>/g)).toHaveLength(calls.length);
});

test("every error of an answer is in the list of errors", () => {
  const named = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ description }) =>
      [...description.matchAll(/^`(\w+)`:/gm)].map(([, code]) => code!),
    );
  expect(named.length).toBeGreaterThan(100);
  for (const code of new Set(named)) expect(html).toContain(`id="error-${code}"`);
});

test("each link inside the page leads to an element", () => {
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  expect(links.length).toBeGreaterThan(50);
  for (const id of links) expect(html).toContain(` id="${id}"`);
});

test("the page has no script, no inline style and nothing of another site", () => {
  expect(html).not.toMatch(/<script|style=|<style|\son\w+=/);
  const sources = [...html.matchAll(/<(?:link|img|iframe)[^>]*(?:href|src)="([^"]*)"/g)];
  expect(sources.map(([, url]) => url)).toEqual(["/favicon.svg", "/assets/reference.css"]);
});

test("text of the document is escaped", () => {
  const hostile = structuredClone(document);
  hostile.tags[0]!.description = "<img src=x onerror=alert(1)>";
  Object.values(Object.values(hostile.paths)[0]!)[0]!.summary = '"><script>';
  const rendered = renderReference(hostile, "/a.css");
  expect(rendered).not.toContain("<img");
  expect(rendered).not.toContain("<script");
});
