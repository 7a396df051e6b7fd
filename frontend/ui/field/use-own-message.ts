import { useLingui } from "@lingui/react/macro";
import { useState, type SyntheticEvent } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Says below a field, in the language of the page, what keeps its form from being sent. The browser would say it in its
 * own language, in a bubble beside our other messages. Without scripts, it still does.
 * @param error of the form, which comes first
 */
export function useOwnMessage(error: string | undefined) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<"missing" | "email" | "other" | null>(null);
  const messages = {
    missing: t`Fill in this field.`,
    email: t`Enter an email address like name@example.com.`,
    other: t`Check this field.`,
  };
  return {
    error: error ?? (problem ? messages[problem] : undefined),
    events: {
      onInvalid(event: SyntheticEvent<Field>) {
        const field = event.currentTarget;
        event.preventDefault();
        setProblem(
          field.validity.valueMissing ? "missing" : field.type === "email" ? "email" : "other",
        );
        // The browser focuses the first field only together with its bubble.
        if (field.form?.querySelector(":is(input, textarea):invalid") === field) field.focus();
      },
      onInput(event: SyntheticEvent<Field>) {
        if (event.currentTarget.validity.valid) setProblem(null);
      },
    },
  };
}
