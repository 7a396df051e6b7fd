import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { isRefusal } from "../../http/errors.ts";
import { paths } from "../../paths.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { Prose } from "../../ui/prose.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { explainReading } from "./explain-page-access.ts";
import { pageQuery, type ClosedPage, type OpenPage } from "./queries.ts";
import styles from "./read-page.module.css";
import { WayIn } from "./unlock-options.tsx";

/** `/read/:slug`: a members-only page, or as much of it as is for everybody and the way to the rest. */
export default function ReadPage() {
  const { slug = "" } = useParams();
  const query = useQuery(pageQuery(slug));
  // A slug that cannot be is refused rather than looked up; to a reader it is the same.
  if (isRefusal(query.error, "not_found") || isRefusal(query.error, "invalid_input"))
    return <NotFound />;
  return (
    <Loaded query={query} skeleton={<ReadSkeleton />} level="page">
      {(page) => (page.access === "open" ? <Whole page={page} /> : <Excerpt page={page} />)}
    </Loaded>
  );
}

function Whole({ page }: { page: OpenPage }) {
  const { why } = page;
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <PageHeading>{page.title}</PageHeading>
        <p className={styles.quiet}>
          Part of{" "}
          <Link href={paths.libraryEntry(why.entryId)}>{why.product?.name ?? "your library"}</Link>
          {explainReading(why)}
        </p>
      </header>
      <div className={styles.text}>
        <Prose html={page.bodyHtml} />
      </div>
      <Dates page={page} />
    </article>
  );
}

function Excerpt({ page }: { page: ClosedPage }) {
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <PageHeading>{page.title}</PageHeading>
      </header>
      {page.excerptHtml && (
        <div className={styles.excerpt}>
          <Prose html={page.excerptHtml} />
        </div>
      )}
      <WayIn page={page} />
    </article>
  );
}

/** When it was written, and when it was last changed if that was on another day. */
function Dates({ page: { publishedAt, updatedAt } }: { page: OpenPage }) {
  if (publishedAt === null) return null;
  const isRevised = updatedAt - publishedAt > 86_400_000;
  return (
    <footer className={styles.dates}>
      <p className={styles.quiet}>
        Published <Time at={publishedAt} />
        {isRevised && (
          <>
            , revised <Time at={updatedAt} />
          </>
        )}
      </p>
      <Link href={paths.library}>Back to your library</Link>
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
