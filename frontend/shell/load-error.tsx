import { Redirect } from "wouter";
import { ApiError, isApiError } from "../http/errors.ts";
import { useSessionEnded } from "../http/session.ts";
import { describeError } from "../messages/errors.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import styles from "./load-error.module.css";
import { PageHeading } from "./page-heading.tsx";
import { StatusPage } from "./status-page.tsx";

type LoadErrorProps = { error: Error; onRetry: () => void; level?: "page" | "section" | undefined };

/** Explains why a part of a page couldn't be loaded and what to do next. Redirects to sign-in if that is required. */
export function LoadError({ error, onRetry, level = "section" }: LoadErrorProps) {
  if (isApiError(error, "unauthenticated")) return <SignInRequired />;
  const { title, nextStep } = describeError(error);
  const content = (
    <div className={styles.failure} role="alert">
      {level === "page" ? <PageHeading>{title}</PageHeading> : <h2>{title}</h2>}
      <p>{nextStep}</p>
      {isApiError(error, "not_found") ? (
        <ButtonLink href={paths.home}>Go to the shop</ButtonLink>
      ) : (
        <Button onClick={onRetry}>Try again</Button>
      )}
      {error instanceof ApiError && error.requestId && (
        <p className={styles.reference}>
          Reference <code>{error.requestId}</code>
        </p>
      )}
    </div>
  );
  return level === "page" ? <StatusPage>{content}</StatusPage> : content;
}

function SignInRequired() {
  const sessionEnded = useSessionEnded();
  const signIn = paths.signIn(location.pathname + location.search);
  if (!sessionEnded) return <Redirect to={signIn} replace />;
  return (
    <div className={styles.failure} role="alert">
      <h2>Your session has ended.</h2>
      <p>
        You were signed out, here or on another device. Sign in and you will be back on this page.
      </p>
      <ButtonLink kind="primary" href={signIn}>
        Sign in again
      </ButtonLink>
    </div>
  );
}
