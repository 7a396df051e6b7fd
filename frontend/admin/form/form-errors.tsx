import { Trans, useLingui, Plural } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject } from "react";
import { ApiError, isApiError, NetworkError } from "../../http/errors.ts";
import { meQuery } from "../../http/session.ts";
import { describeError } from "../../messages/errors.ts";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Form } from "./form.tsx";
import styles from "./form.module.css";

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

/**
 * Shows why saving failed, and that no input is lost: not without a connection either. If the session has ended, offers
 * to sign in in another tab.
 */
export function SubmitErrorNotice({ error }: { error: Error }) {
  const { t, i18n } = useLingui();
  if (isApiError(error, "unauthenticated")) return <SessionEndedNotice />;
  if (!(error instanceof NetworkError)) return <ErrorNotice error={error} />;
  const { title, nextStep } = describeError(i18n, error);
  return (
    <Notice tone="error" title={title} text={nextStep}>
      <p>{t`Your changes are still here.`}</p>
    </Notice>
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

/** After a failed save: how many fields have an error, and a link to each. */
export function InvalidFields<Values extends object>({
  form,
  container,
}: {
  form: Pick<Form<Values>, "validationError">;
  container: RefObject<HTMLElement | null>;
}) {
  const { t } = useLingui();
  const [fields, setFields] = useState<InvalidField[]>([]);
  const { validationError } = form;
  // Only the page knows which fields show which error, and what they are called.
  useEffect(() => {
    const element = container.current;
    if (!validationError || !element) return;
    const update = () => {
      const found = listInvalidFields(element);
      setFields((before) => (isSame(before, found) ? before : found));
    };
    const observer = new MutationObserver(update);
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-invalid"],
    });
    queueMicrotask(update);
    return () => observer.disconnect();
  }, [validationError, container]);
  if (!validationError || fields.length === 0) return null;
  return (
    // Not an alert: the errors at the fields are announced, and one of them has the focus.
    <section className={styles.problems} aria-label={t`Fields to fix`}>
      <p>
        <Plural
          value={{ count: fields.length }}
          one="Not saved. Fix # field:"
          other="Not saved. Fix # fields:"
        />
      </p>
      <ul>
        {fields.map((field) => (
          <li key={field.element.id}>
            <a
              href={`#${field.element.id}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(field.element);
              }}
            >
              {field.label || t`Field without a label`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isSame(before: InvalidField[], after: InvalidField[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ element, label }, index) => {
      const other = after[index];
      return element === other?.element && label === other.label;
    })
  );
}

/**
 * Moves the focus to the first invalid field whenever `error` changes to another error.
 * @returns the ref for the element that contains the fields
 */
export function useFocusFirstInvalidField<Element extends HTMLElement>(
  error: object | null | undefined,
): RefObject<Element | null> {
  const container = useRef<Element>(null);
  useEffect(() => {
    const [first] = error ? listInvalidFields(container.current) : [];
    if (first) focusField(first.element);
  }, [error]);
  return container;
}

/** A field that shows an error, and its label on the page, "" if it has none. */
type InvalidField = { element: HTMLElement; label: string };

/** Lists the fields in an element that show an error, in the order of the page. */
function listInvalidFields(container: HTMLElement | null): InvalidField[] {
  const elements = container?.querySelectorAll<HTMLElement>(':not(fieldset)[aria-invalid="true"]');
  return [...(elements ?? [])].map((element) => ({ element, label: getFieldLabel(element) }));
}

/** Moves the focus to a field, and opens the sections that hide it. */
function focusField(field: HTMLElement): void {
  for (let details = field.closest("details"); details;)
    [details.open, details] = [true, details.parentElement?.closest("details") ?? null];
  field.focus();
}

/** The field's label, with that of its group: "Price 2: Amount". */
export function getFieldLabel(field: HTMLElement): string {
  const labels = field instanceof HTMLInputElement ? field.labels : null;
  const label =
    field.getAttribute("aria-label") ??
    labels?.[0]?.textContent ??
    document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ??
    "";
  const group = field.closest("fieldset")?.querySelector("legend")?.textContent;
  return group ? `${group.trim()}: ${label.trim()}` : label.trim();
}
