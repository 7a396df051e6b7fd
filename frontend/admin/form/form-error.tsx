import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, isApiError } from "../../http/errors.ts";
import { meQuery } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Form } from "./use-form.ts";

/** Shows a form's errors that aren't shown at a field. */
export function FormError<Values extends object>({ form }: { form: Form<Values> }) {
  return (
    <>
      {form.error && <SubmitErrorNotice error={form.error} />}
      {form.unmatchedFieldError !== undefined && (
        <Notice tone="error" title={form.unmatchedFieldError} />
      )}
    </>
  );
}

/** Returns what the server said about a field; undefined if it said nothing. @param path of the field in the request */
export function findFieldError(error: Error | null, path: string): string | undefined {
  const fields = error instanceof ApiError ? error.fields : [];
  return fields.find((field) => field.path === path)?.message;
}

/** Shows why saving failed. If the session has ended, offers to sign in in another tab, so that no input is lost. */
export function SubmitErrorNotice({ error }: { error: Error }) {
  return isApiError(error, "unauthenticated") ? (
    <SessionEndedNotice />
  ) : (
    <ErrorNotice error={error} />
  );
}

function SessionEndedNotice() {
  const { t } = useLingui();
  const client = useQueryClient();
  const signInPath = paths.signIn(location.pathname);
  useEffect(() => {
    const refetchMe = () => void client.invalidateQueries({ queryKey: meQuery.queryKey });
    addEventListener("focus", refetchMe);
    return () => {
      removeEventListener("focus", refetchMe);
      // The notice unmounts when the form is submitted again.
      refetchMe();
    };
  }, [client]);
  return (
    <Notice tone="error" title={t`Your session has expired.`}>
      <p>
        <Trans>
          Your changes are still here.{" "}
          <a href={signInPath} target="_blank" rel="noreferrer">
            Sign in in a new tab
          </a>
          , then come back and save again.
        </Trans>
      </p>
    </Notice>
  );
}
