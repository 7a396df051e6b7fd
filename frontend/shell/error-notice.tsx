import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "../http/errors.ts";
import { describeError } from "../messages/errors.ts";
import { Notice } from "../ui/notice.tsx";

/** Explains why an action failed and what the user can do next. */
export function ErrorNotice({ error }: { error: Error }) {
  const { i18n } = useLingui();
  const { title, nextStep } = describeError(i18n, error);
  // The message for this code refers to it.
  const reference = isApiError(error, "internal") ? error.requestId : undefined;
  return (
    <Notice tone="error" title={title} text={nextStep}>
      {reference !== undefined && (
        <p>
          <Trans>
            Reference: <code>{reference}</code>
          </Trans>
        </p>
      )}
    </Notice>
  );
}
