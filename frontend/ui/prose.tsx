import { useLingui } from "@lingui/react/macro";
import styles from "./prose.module.css";
import { translateMarkup } from "./translate-markup.ts";

/**
 * Shows HTML that the Worker rendered from Markdown. Never pass other HTML: it isn't sanitized here.
 * @param props.lang its language, if it isn't the page's
 */
export function Prose({ html, lang }: { html: string; lang?: string | undefined }) {
  const { i18n } = useLingui();
  return (
    <div
      className={styles.prose}
      lang={lang}
      dir="auto"
      dangerouslySetInnerHTML={{ __html: translateMarkup(i18n, html) }}
    />
  );
}
