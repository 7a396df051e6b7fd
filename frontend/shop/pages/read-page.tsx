import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams } from "wouter";
import { isApiError } from "../../http/errors.ts";
import { paths } from "../../paths.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Prose } from "../../ui/prose.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { explainPageAccess } from "./explain-page-access.ts";
import { usePageQuery, type LockedPage, type ReadablePage } from "./queries.ts";
import styles from "./read-page.module.css";
import { UnlockOptions } from "./unlock-options.tsx";

/** `/read/:slug`: a page that anybody can read, a members-only page, or its public excerpt and how to unlock the rest. */
export default function ReadPage() {
  const { slug = "" } = useParams();
  const query = usePageQuery(slug);
  // The API rejects malformed slugs as invalid input; readers see the same "not found" page.
  if (isApiError(query.error, "not_found") || isApiError(query.error, "invalid_input"))
    return <NotFound />;
  return (
    <QueryBoundary query={query} skeleton={<ReadSkeleton />} level="page">
      {(page) => <PageText page={page} />}
    </QueryBoundary>
  );
}

/** The whole page, or its excerpt. */
export function PageText({ page }: { page: ReadablePage | LockedPage }) {
  return page.access === "open" ? <FullPage page={page} /> : <PageExcerpt page={page} />;
}

function FullPage({ page }: { page: ReadablePage }) {
  const { i18n } = useLingui();
  const { why } = page;
  const name = why?.product?.name;
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <PageHeading lang={page.langs?.title}>{page.title}</PageHeading>
        {why && (
          <p className={styles.quiet}>
            {!name ? (
              <Link href={paths.libraryEntry(why.entryId)}>
                <Trans>In your library.</Trans>
              </Link>
            ) : (
              <Trans>
                Part of <Link href={paths.libraryEntry(why.entryId)}>{name}</Link>.
              </Trans>
            )}{" "}
            {explainPageAccess(i18n, why)}
          </p>
        )}
      </header>
      <div className={styles.text}>
        <Prose html={page.bodyHtml} lang={page.langs?.body} />
      </div>
      <Dates page={page} />
      <Neighbors page={page} />
    </article>
  );
}

function PageExcerpt({ page }: { page: LockedPage }) {
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <PageHeading lang={page.langs?.title}>{page.title}</PageHeading>
      </header>
      {page.excerptHtml && (
        <div className={styles.excerpt}>
          <Prose html={page.excerptHtml} lang={page.langs?.excerpt} />
        </div>
      )}
      <UnlockOptions page={page} />
    </article>
  );
}

/** Links to the pages before and after this one. */
function Neighbors({ page: { previous, next } }: { page: ReadablePage }) {
  const { t } = useLingui();
  if (!previous && !next) return null;
  return (
    <nav aria-label={t`Previous and next page`} className={styles.neighbors}>
      {previous && (
        <Link href={paths.page(previous.slug)} rel="prev">
          <span className={styles.quiet}>
            <Trans>Previous</Trans>
          </span>
          <span lang={previous.langs?.title} dir="auto">
            {previous.title}
          </span>
        </Link>
      )}
      {next && (
        <Link href={paths.page(next.slug)} rel="next" className={styles.next}>
          <span className={styles.quiet}>
            <Trans>Next</Trans>
          </span>
          <span lang={next.langs?.title} dir="auto">
            {next.title}
          </span>
        </Link>
      )}
    </nav>
  );
}

/** The publication date, the date of the last change if it differs, and where readers came from. */
function Dates({ page: { publishedAt, updatedAt, why } }: { page: ReadablePage }) {
  if (publishedAt === null) return null;
  const isRevised = updatedAt - publishedAt > 86_400_000;
  return (
    <footer className={styles.dates}>
      <p className={styles.quiet}>
        {isRevised ? (
          <Trans>
            Published <Time at={publishedAt} />, updated <Time at={updatedAt} />
          </Trans>
        ) : (
          <Trans>
            Published <Time at={publishedAt} />
          </Trans>
        )}
      </p>
      {why ? (
        <Link href={paths.library}>
          <Trans>Back to your library</Trans>
        </Link>
      ) : (
        <Link href={paths.home}>
          <Trans>Go to the shop</Trans>
        </Link>
      )}
    </footer>
  );
}

function ReadSkeleton() {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Skeleton width="75%" height="3rem" />
        <Skeleton width="55%" />
      </div>
      <SkeletonLines lines={5} />
      <SkeletonLines lines={7} />
    </div>
  );
}
