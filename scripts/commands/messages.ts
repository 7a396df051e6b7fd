import { basename, relative } from "node:path";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { consoleLocales, locales, sourceLocale } from "../../worker/shared/locales.ts";
import { findDifference } from "../messages/compare-messages.ts";

/**
 * `npm run messages` writes the messages of the code into the catalogs in `locales/`, removes those that are gone, and
 * lists what is not translated yet, and each translation that lacks a placeholder or a tag of its source. With
 * `--check`, writes nothing, and fails if there is any of it: except for messages of the console that wait for a
 * translation, which are in English until then.
 */

const isCheck = process.argv.includes("--check");
const config = getConfig({ configPath: "locales/lingui.config.ts" });
const problems: string[] = [];
/** Does not stop anybody who adds a message to the console. */
const gaps: string[] = [];

for (const catalog of await getCatalogs(config)) {
  const name = basename(catalog.path);
  const isConsole = name === "console";
  const languages: string[] = [...(isConsole ? consoleLocales : locales)];
  if (!isCheck)
    await catalog.make({
      clean: true,
      // A message's English text is its source, in the code.
      overwrite: true,
      locale: languages,
      orderBy: config.orderBy,
    });
  const used = new Set(Object.keys((await catalog.collect()) ?? {}));
  for (const locale of languages) {
    const messages = (await catalog.read(locale)) ?? {};
    const file = relative(config.rootDir, catalog.getFilename(locale));
    const known = new Set(Object.keys(messages));
    const list = isConsole && locale !== sourceLocale ? gaps : problems;
    const report = (count: number, what: string) => {
      if (count > 0) list.push(`${file}: ${count} ${what}`);
    };
    report(used.difference(known).size, "new messages of the code are not in it");
    report(known.difference(used).size, "messages are in it that the code no longer has");
    report(
      Object.values(messages).filter(({ translation }) => !translation).length,
      "messages without a translation",
    );
    for (const { message = "", translation } of Object.values(messages)) {
      const difference = findDifference(message, translation ?? "");
      if (difference !== null) problems.push(`${file}: “${translation}” ${difference}`);
    }
  }
}

const found = [...problems, ...gaps];
console.log(found.length === 0 ? "Every message is translated." : found.join("\n"));
if (isCheck && problems.length > 0) {
  console.error("Run npm run messages, and translate what it lists (docs/guides/translating.md).");
  process.exitCode = 1;
}
