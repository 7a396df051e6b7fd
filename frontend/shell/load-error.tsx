import { Redirect } from "wouter";
import { ApiError, isRefusal } from "../http/errors.ts";
import { useSessionEnded } from "../http/session.ts";
import { describeError } from "../messages/errors.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import styles from "./load-error.module.css";
import { PageHeading } from "./page-heading.tsx";
import { StatusPage } from "./status-page.tsx";

type FailureProps = { error: Error; onRetry: () => void; level?: "page" | "section" | undefined };

/** A part of a page that did not come: what happened and what to do next. Whoever is not signed in is led there. */
export function Failure({ error, onRetry, level = "section" }: FailureProps) {
  if (isRefusal(error, "unauthenticated")) return <SignInNeeded />;
  const { title, next } = describeError(error);
  const words = (
    <div className={styles.failure} role="alert">
      {level === "page" ? <PageHeading>{title}</PageHeading> : <h2>{title}</h2>}
      <p>{next}</p>
      {isRefusal(error, "not_found") ? (
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
  return level === "page" ? <StatusPage>{words}</StatusPage> : words;
}

function SignInNeeded() {
  const ended = useSessionEnded();
  const signIn = paths.signIn(location.pathname + location.search);
  if (!ended) return <Redirect to={signIn} replace />;
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
