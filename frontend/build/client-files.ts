import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { pageNames, pages, type Page, type PageName } from "../pages.ts";

/** What the Worker needs to know about the browser's build. All files are URLs of the deployment. */
export type ClientFiles = {
  /** The HTML that the app starts from where the browser draws the page. */
  appShell: string;
  /** What `index.html` loads. */
  entryScripts: string[];
  /** What loads the entry scripts on a page that the Worker has drawn: `start-app.ts`. */
  starters: string[];
  stylesheets: string[];
  /** The scripts that each page needs, the entry's among them, the largest first. */
  scripts: Partial<Record<ScriptedPage, string[]>>;
  /** The message catalogs, by language and name: `catalogs.de.shop`. */
  catalogs: Record<string, Record<string, string>>;
};

type ScriptedPage = PageName | "console" | "consoleOverview";

const STARTER_MODULE = "/frontend/start-app.ts";
const CONSOLE_MODULE = "/admin/console.tsx";
const QUERY_MODULE = "/http/query.ts";

/** The modules of each page. */
const pageModules: [ScriptedPage, string[]][] = [
  ...pageNames.map((name): [PageName, string[]] => {
    const { file, usesReactQuery = false }: Page = pages[name];
    return [name, [`/shop/${file}.tsx`, ...(usesReactQuery ? [QUERY_MODULE] : [])]];
  }),
  ["consoleOverview", [CONSOLE_MODULE, "/admin/overview/overview-page.tsx"]],
  ["console", [CONSOLE_MODULE]],
];

const VIRTUAL_MODULE = "virtual:client-files";

/** Without a build, as in tests: the sources. */
const sourceFiles: ClientFiles = {
  appShell:
    '<!doctype html><html lang="en"><head></head><body><div id="root"></div><noscript></noscript></body></html>',
  entryScripts: ["/main.tsx"],
  starters: ["/start-app.ts"],
  stylesheets: ["/styles/index.css"],
  scripts: {},
  catalogs: {},
};

/**
 * Passes the names of the browser's files to the Worker's build, which comes second, as the module
 * `virtual:client-files`. `index.html` is not one of the browser's files, else it would answer for the storefront: the
 * Worker sends it.
 * @param record where the first build writes the names for the second one
 */
export function clientFiles(record?: string): Plugin {
  return {
    name: "client-files",
    resolveId: (id) => (id === VIRTUAL_MODULE ? `\0${VIRTUAL_MODULE}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL_MODULE}`) return;
      const files = record === undefined ? sourceFiles : readFileSync(record, "utf8");
      return `export default ${typeof files === "string" ? files : JSON.stringify(files)}`;
    },
    generateBundle: {
      // After Vite has written the HTML.
      order: "post",
      handler(_, bundle) {
        if (this.environment.name !== "client" || record === undefined) return;
        const files = describeBundle(bundle);
        delete bundle["index.html"];
        mkdirSync(dirname(record), { recursive: true });
        writeFileSync(record, JSON.stringify(files));
      },
    },
  };
}

function describeBundle(bundle: Rolldown.OutputBundle): ClientFiles {
  const outputs = Object.values(bundle);
  const chunks = outputs.filter((file) => file.type === "chunk");
  const html = bundle["index.html"];
  if (html?.type !== "asset") throw new Error("The build has no index.html");
  const appShell = String(html.source);
  const list = (tag: RegExp) => [...appShell.matchAll(tag)].flatMap(([, url]) => url ?? []);
  const entryScripts = list(/<script type="module"[^>]* src="([^"]+)"/g);
  const entries = chunks.filter(({ fileName }) => entryScripts.includes(`/${fileName}`));
  const findPage = (module: string) => {
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!page) throw new Error(`${module} has no file of its own`);
    return page;
  };
  const listScripts = (modules: string[]) =>
    collectChunks([...entries, ...modules.map(findPage)], chunks)
      .toSorted((a, b) => b.code.length - a.code.length)
      .map(({ fileName }) => `/${fileName}`);
  const scripts = pageModules.map(([name, modules]) => [name, listScripts(modules)]);
  return {
    appShell,
    entryScripts,
    starters: chunks
      .filter(({ facadeModuleId }) => facadeModuleId?.endsWith(STARTER_MODULE))
      .map(({ fileName }) => `/${fileName}`),
    stylesheets: list(/<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+)"/g),
    scripts: Object.fromEntries(scripts) as ClientFiles["scripts"],
    catalogs: listCatalogs(chunks),
  };
}

function listCatalogs(chunks: Rolldown.OutputChunk[]): ClientFiles["catalogs"] {
  const catalogs: ClientFiles["catalogs"] = {};
  for (const { facadeModuleId, fileName } of chunks) {
    const [, locale, name] = /\/locales\/([\w-]+)\/(\w+)\.po$/.exec(facadeModuleId ?? "") ?? [];
    if (locale && name) (catalogs[locale] ??= {})[name] = `/${fileName}`;
  }
  return catalogs;
}

/** Returns these chunks and everything they import, directly or indirectly. */
function collectChunks(entryChunks: Rolldown.OutputChunk[], chunks: Rolldown.OutputChunk[]) {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const file of chunk.imports) visit(chunks.find(({ fileName }) => fileName === file));
  };
  entryChunks.forEach(visit);
  return [...found];
}
