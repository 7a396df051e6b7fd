import { Plural, useLingui } from "@lingui/react/macro";
import { useEffect, useState, type RefObject } from "react";
import { focusField, listInvalidFields, type InvalidField } from "./find-invalid-fields.ts";
import styles from "./form-frame.module.css";
import type { Form } from "./use-form.ts";

/** After a failed save: how many fields have an error, and a link to each. */
export function InvalidFields<Values>({
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
