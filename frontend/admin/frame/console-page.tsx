import type { ComponentType, ReactNode } from "react";
import { Link, useParams } from "wouter";
import { PageHeading } from "../../shell/page-heading.tsx";
import styles from "./console-page.module.css";
import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";

/** A page of the console, with its title, a link to its list, and actions. */
export function ConsolePage({
  title,
  documentTitle,
  parent,
  description,
  actions,
  children,
}: {
  title: string;
  /** Replaces the title in the browser's tab and history, where several pages have the same one. */
  documentTitle?: string;
  /** The list that contains this page's item. */
  parent?: { href: string; name: string };
  /** A line under the heading. */
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          {parent && (
            <Link href={parent.href} className={styles.up}>
              <span aria-hidden="true">← </span>
              {parent.name}
            </Link>
          )}
          <PageHeading className={styles.heading} documentTitle={documentTitle ?? title}>
            {title}
          </PageHeading>
          {description && <div className={styles.about}>{description}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A section of a page, with its own heading. */
export function PageSection({
  id,
  title,
  description,
  actions,
  children,
}: {
  /** What a link's fragment names, for a section that is linked to. */
  id?: string;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      // The browser has looked for the fragment before the section was there.
      ref={id !== undefined && location.hash === `#${id}` ? scrollIntoView : undefined}
      className={styles.part}
      aria-label={title}
    >
      <div className={styles.partHead}>
        <div>
          <h2 className={styles.partTitle}>{title}</h2>
          {description && <p className={styles.about}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

const scrollIntoView = (section: HTMLElement | null) => section?.scrollIntoView();

/** A list of names and values. Leaves out items whose value is null or undefined. */
export function DescriptionList({ items }: { items: Record<string, ReactNode> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(items).map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A page about one thing, whose id is in its path: loads it, and shows it. */
export function DetailPage<Data, Key extends QueryKey>({
  query,
  lines = 8,
  Content,
}: {
  query: (id: string) => UseQueryOptions<Data, Error, Data, Key>;
  /** How many lines the skeleton has. */
  lines?: number;
  Content: ComponentType<{ data: Data }>;
}) {
  const { id = "" } = useParams();
  return (
    <QueryBoundary query={useQuery(query(id))} lines={lines} level="page">
      {(data) => <Content key={id} data={data} />}
    </QueryBoundary>
  );
}
