import { useId, type ReactNode, type Ref } from "react";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import styles from "./account.module.css";

/** A section of an account page: title on the left, content on the right. `headingRef` can receive focus. */
export function Section({
  title,
  description,
  headingRef,
  children,
}: {
  title: string;
  description?: string;
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
        {description && <p>{description}</p>}
      </div>
      <div className={styles.matter}>{children}</div>
    </section>
  );
}

/** Placeholders for sections: their titles, with some lines below each, or what is given. */
export function SectionsSkeleton({
  titles,
  children = <SkeletonLines lines={3} />,
}: {
  titles: string[];
  children?: ReactNode;
}) {
  return titles.map((title) => (
    <Section key={title} title={title}>
      {children}
    </Section>
  ));
}
