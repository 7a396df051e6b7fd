import { readFileSync, writeFileSync } from "node:fs";
import Stripe from "stripe";
import { compareCalls, type ComparedCall } from "./compare-calls.ts";

/** What is generated: the table in the README, and the page with every parameter. */
export const callPages = [
  { url: new URL("../README.md", import.meta.url), write: insertTable },
  { url: new URL("../CALLS.md", import.meta.url), write: () => writeCalls() },
];

const START = "<!-- calls -->";
const END = "<!-- end of the calls -->";

function insertTable(readme: string): string {
  const [before, rest = ""] = readme.split(START);
  return `${before}${START}\n${writeTable()}${END}${rest.split(END)[1]}`;
}

/** Returns the calls of each resource of which the stand-in has any. */
function listResources(): Map<string, ComparedCall[]> {
  const resources = Map.groupBy(compareCalls(), ({ name }) => name.slice(0, name.lastIndexOf(".")));
  return new Map([...resources].filter(([, calls]) => calls.some(({ served }) => served)));
}

const shorten = ({ name }: ComparedCall) => name.slice(name.lastIndexOf(".") + 1);

function writeTable(): string {
  const rows = [...listResources()].map(([resource, calls]) => {
    const [there, missing] = [
      calls.filter(({ served }) => served),
      calls.filter(({ served }) => !served),
    ];
    const taken = there.flatMap(({ served }) => served!.params).length;
    const all = there.flatMap(({ params }) => params).length;
    const list = (some: ComparedCall[]) => some.map(shorten).join(", ") || "–";
    return `| \`${resource}\` | ${list(there)} | ${taken} of ${all} | ${list(missing)} |`;
  });
  return `| resource | calls | their parameters | calls that are not there |
| --- | --- | ---: | --- |
${rows.join("\n")}
`;
}

function writeCalls(): string {
  const sections = [...listResources()].map(([resource, calls]) => {
    const rows = calls
      .filter(({ served }) => served)
      .map((call) => {
        const taken = call.served!.params;
        const refused = call.params.filter((param) => !taken.includes(param));
        return `| \`${shorten(call)}\` | ${taken.join(", ") || "–"} | ${refused.join(", ") || "–"} |`;
      });
    return `## ${resource}

| call | takes | refuses |
| --- | --- | --- |
${rows.join("\n")}
`;
  });
  return `# Calls of Stripe's API

What the sandbox takes of the calls of \`stripe\` ${Stripe.PACKAGE_VERSION} (API version ${Stripe.API_VERSION}). Every call
also takes \`expand\`. A parameter or call that is not here is answered with the error that Stripe has for unknown ones.

This page is generated: \`npm run calls -w @gatehouse/sandbox\`.

${sections.join("\n")}`;
}

if (import.meta.main)
  for (const { url, write } of callPages) writeFileSync(url, write(readFileSync(url, "utf8")));
