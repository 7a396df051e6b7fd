import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { lingui } from "@lingui/vite-plugin";
import type { Plugin, Rolldown } from "vite";
import { pseudoLocale } from "../worker/shared/locales.ts";

/**
 * Compiles the message catalogs, and the macros in the code that name a message by its English text.
 * @throws Error that says what to do if npm has left out Lingui's binary
 */
export function compileMessages(): Plugin[] {
  requireLinguiBinary();
  return [
    ...lingui({
      configPath: "locales/lingui.config.ts",
      macroTransform: true,
      failOnCompileError: true,
    }),
    lengthenPseudoMessages,
  ];
}

/** Without its binary, Lingui only says that it found no configuration. */
function requireLinguiBinary(): void {
  try {
    createRequire(import.meta.url)("@lingui/native-tools");
  } catch (cause) {
    throw new Error(
      "Lingui's binary is missing, because npm leaves it out under Node 20. Run `npm run packages` once, which adds it with the project's own Node, and then the same command again.",
      { cause },
    );
  }
}

/** Words that a made-up message is lengthened with. */
const filler = "õñé ţŵõ ţĥŕéé ƒõúŕ ƒîvé šîx šévéñ éîĝĥţ ñîñé ţéñ ".repeat(20);

/**
 * Lingui lengthens the messages of the made-up language by spaces around them, which no page shows. Words take room.
 */
const lengthenPseudoMessages: Plugin = {
  name: "lengthen-pseudo-messages",
  enforce: "post",
  transform: {
    filter: { id: new RegExp(`/locales/${pseudoLocale}/\\w+\\.po$`) },
    handler: (code) => ({
      code: code.replaceAll(/⟦( *)([^⟦⟧]*?) *⟧/g, (_, spaces: string, text: string) =>
        spaces === "" ? `⟦${text}⟧` : `⟦${text} ${filler.slice(0, 2 * spaces.length).trim()}⟧`,
      ),
      map: null,
    }),
  },
};

/**
 * Names the files that are loaded on demand, with the message catalogs in a folder of their own: `messages/de-shop`.
 * @param folder where all of them are, in the build's output
 */
export function nameChunk(folder: string) {
  return ({ facadeModuleId }: Rolldown.PreRenderedChunk): string => {
    if (facadeModuleId?.endsWith(".po"))
      return `${folder}messages/${basename(dirname(facadeModuleId))}-[name]-[hash].js`;
    // Built before, for the renderer of pages.
    const isCatalog = facadeModuleId?.includes("/server/messages/");
    return `${folder}${isCatalog ? "messages/" : ""}[name]-[hash].js`;
  };
}
