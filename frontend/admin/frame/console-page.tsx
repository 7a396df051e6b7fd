import type { ReactNode } from "react";
import { Link } from "wouter";
import { PageHeading } from "../../shell/page-heading.tsx";
import styles from "./console-page.module.css";

/** A page of the console: what it is, the way back up, and what can be done with the whole of it. */
export function ConsolePage({
  title,
  up,
  about,
  actions,
  children,
}: {
  title: string;
  /** The list that this is one of. */
  up?: { href: string; name: string };
  /** A line under the heading. */
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          {up && (
            <Link href={up.href} className={styles.up}>
              <span aria-hidden="true">← </span>
              {up.name}
            </Link>
          )}
          <PageHeading className={styles.heading}>{title}</PageHeading>
          {about && <div className={styles.about}>{about}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page under a heading of its own. */
export function Part({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.partHead}>
        <div>
          <h2 className={styles.partTitle}>{title}</h2>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Facts about one thing: names and values. A value of null or undefined is left out. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
