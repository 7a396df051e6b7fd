import { useId, type ReactNode, type Ref } from "react";
import styles from "./section.module.css";

/** A part of an account page: its name on the left, its matter on the right. `headingRef` can be given the focus. */
export function Section({
  title,
  about,
  headingRef,
  children,
}: {
  title: string;
  about?: string;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
        {about && <p className={styles.about}>{about}</p>}
      </div>
      <div className={styles.matter}>{children}</div>
    </section>
  );
}
