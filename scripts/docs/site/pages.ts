import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";

/** A group of pages for one kind of reader. */
export type Section = {
  title: string;
  /** Who reads it, and what for. */
  summary: string;
  /** Markdown files from the root of the repository, in the order of reading. */
  files: string[];
};

const guide = (name: string) => `docs/guides/${name}.md`;

/** Every page that the navigation lists, except the API reference. A test compares it with the files of `docs`. */
const sections: Section[] = [
  {
    title: "Sell",
    summary: "Set up a shop, sell from anywhere, and know what the law asks for.",
    files: [
      ...["first-hour", "going-live", "taxes", "refunds", "selling-in-your-country"].map(guide),
      ...["links", "embed", "emails", "being-found"].map(guide),
    ],
  },
  {
    title: "Integrate",
    summary: "Ask from your own program what a customer may use, and hear what changes.",
    files: [
      ...["gate-a-feature", "frameworks", "entitlement-tokens", "receive-webhooks"].map(guide),
      ...["licenses", "when-the-shop-is-down"].map(guide),
      "packages/client/README.md",
    ],
  },
  {
    title: "Operate",
    summary: "Deploy the shop, keep it running, and upgrade it.",
    files: [
      ...["deploy", "configuration", "sign-in", "stripe", "events", "upgrade", "backup"].map(guide),
      ...["limits", "runbooks", "logs", "metrics", "security"].map(guide),
      "docs/threat-model.md",
      "SECURITY.md",
    ],
  },
  {
    title: "Contribute",
    summary: "Change Gatehouse, and read why things are as they are.",
    files: [
      "CONTRIBUTING.md",
      guide("demo-shop"),
      guide("architecture"),
      "packages/sandbox/README.md",
      "packages/sandbox/CALLS.md",
      "packages/sandbox/contract/README.md",
      ...["packages", "translating"].map(guide),
      "docs/glossary.md",
      "CHANGELOG.md",
    ],
  },
];

/** The decisions, oldest first. They have a page that lists them, and stand in no navigation. */
export const listDecisions = (root = ".") =>
  globSync("docs/decisions/*.md", { cwd: root }).toSorted();

/** The groups with the pages that a folder has. An earlier release has fewer, and some that are gone since. */
export function listSections(root = "."): Section[] {
  const listed = sections.flatMap(({ files }) => files);
  const gone = globSync("docs/{,guides/}*.md", { cwd: root })
    .filter((file) => !listed.includes(file))
    .toSorted();
  return [
    ...sections.map(({ files, ...section }) => ({
      ...section,
      files: files.filter((file) => existsSync(join(root, file))),
    })),
    ...(gone.length > 0
      ? [{ title: "More", summary: "Guides that later versions don’t have.", files: gone }]
      : []),
  ];
}

const elsewhere: Record<string, string> = {
  "CONTRIBUTING.md": "contributing",
  "CHANGELOG.md": "changelog",
  "SECURITY.md": "security-policy",
  "packages/client/README.md": "client",
  "packages/sandbox/README.md": "sandbox",
  "packages/sandbox/CALLS.md": "sandbox/calls",
  "packages/sandbox/contract/README.md": "sandbox/contract",
};

/** Returns the path of a file's page in the site, without slashes around it. */
export const slugOf = (file: string) =>
  elsewhere[file] ?? file.replace(/^docs\//, "").replace(/\.md$/, "");

/** The files that have a page. */
export const listPageFiles = (root = ".") => [
  ...listSections(root).flatMap(({ files }) => files),
  ...listDecisions(root),
];

/** The number of a decision: `0133-….md` is 133. */
export const decisionNumber = (file: string) => Number.parseInt(basename(file), 10);
