import type { I18n } from "@lingui/core";
import { createContext, useContext } from "react";

/** What `useLingui` returns. */
export type Lingui = { i18n: I18n; _: I18n["_"] };

const LinguiContext = createContext<Lingui | null>(null);

/** Gives the components below it the page's language. It never changes: another language is another document. */
export const LinguiProvider = LinguiContext.Provider;

/**
 * What the macro `useLingui` is compiled to. Lingui's own context comes together with `<Trans>`, which the first load
 * can do without (decision 60).
 * @throws outside of `LinguiProvider`
 */
export function useLingui(): Lingui {
  const lingui = useContext(LinguiContext);
  if (!lingui) throw new Error("No language around this component");
  return lingui;
}
