import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Redirect } from "wouter";
import { ApiError, isApiError } from "../http/errors.ts";
import { useSessionEnded } from "../http/session.ts";
import { describeError } from "../messages/errors.ts";
import { translate, type MessageTemplate } from "../messages/message.ts";
import { isConsolePath, paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import styles from "./load-error.module.css";
import { PageHeading } from "./page-heading.tsx";
import { StatusPage } from "./status-page.tsx";

type LoadErrorProps = { error: Error; onRetry: () => void; level?: "page" | "section" | undefined };

/** In the console, an unknown or malformed id is a mistake in the URL, and the shop is no place to start from. */
const missingInConsole: MessageTemplate = {
  title: msg`Page not found.`,
  nextStep: msg`Check the URL, or search the console for what you need.`,
};

/** Explains why a part of a page couldn't be loaded and what to do next. Redirects to sign-in if that is required. */
export function LoadError({ error, onRetry, level = "section" }: LoadErrorProps) {
  const { t, i18n } = useLingui();
  if (isApiError(error, "unauthenticated")) return <SignInRequired />;
  const inConsole = isConsolePath(location.pathname);
  const isMissing =
    isApiError(error, "not_found") || (inConsole && isApiError(error, "invalid_input"));
  const { title, nextStep } =
    isMissing && inConsole ? translate(i18n, missingInConsole) : describeError(i18n, error);
  const reference = error instanceof ApiError ? error.requestId : undefined;
  const content = (
    <div className={styles.failure} role="alert">
      {level === "page" ? <PageHeading>{title}</PageHeading> : <h2>{title}</h2>}
      <p>{nextStep}</p>
      {isMissing ? (
        <ButtonLink href={inConsole ? paths.console : paths.home}>
          {inConsole ? t`Go to the overview` : t`Go to the shop`}
        </ButtonLink>
      ) : (
        <Button onClick={onRetry}>{t`Try again`}</Button>
      )}
      {reference && (
        <p className={styles.reference}>
          <Trans>
            Reference: <code>{reference}</code>
          </Trans>
        </p>
      )}
    </div>
  );
  return level === "page" ? <StatusPage>{content}</StatusPage> : content;
}

function SignInRequired() {
  const { t } = useLingui();
  const sessionEnded = useSessionEnded();
  const signIn = paths.signIn(location.pathname + location.search);
  if (!sessionEnded) return <Redirect to={signIn} replace />;
  return (
    <div className={styles.failure} role="alert">
      <h2>{t`Your session has ended.`}</h2>
      <p>{t`You were signed out on this device or another one. Sign in to return to this page.`}</p>
      <ButtonLink kind="primary" href={signIn}>
        {t`Sign in again`}
      </ButtonLink>
    </div>
  );
}
