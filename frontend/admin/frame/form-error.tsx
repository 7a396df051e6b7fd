import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isRefusal } from "../../http/errors.ts";
import { meQuery } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Form } from "./use-form.ts";

/** Why a form was refused, where it is not said at a field. */
export function FormError<Values>({ form }: { form: Form<Values> }) {
  return (
    <>
      {form.error && <RefusalNotice error={form.error} />}
      {form.unplaced !== undefined && <Notice tone="error" title={form.unplaced} />}
    </>
  );
}

/** Why something typed was refused. Who was signed out meanwhile signs in beside it, so that what was typed stays. */
export function RefusalNotice({ error }: { error: Error }) {
  return isRefusal(error, "unauthenticated") ? <SignedOut /> : <ErrorNotice error={error} />;
}

function SignedOut() {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => void client.invalidateQueries({ queryKey: meQuery.queryKey });
    addEventListener("focus", look);
    return () => {
      removeEventListener("focus", look);
      // It is sent again.
      look();
    };
  }, [client]);
  return (
    <Notice tone="error" title="Your session has ended.">
      <p>
        What you typed is still here.{" "}
        <a href={paths.signIn(location.pathname)} target="_blank" rel="noreferrer">
          Sign in in another tab
        </a>
        , then come back and try again.
      </p>
    </Notice>
  );
}
