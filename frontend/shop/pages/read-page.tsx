import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams } from "wouter";
import { isMissing } from "../../http/errors.ts";
import { useUser } from "../../http/session.ts";
import { paths } from "../../paths.ts";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Prose } from "../../ui/prose.tsx";
import { SellerText } from "../../ui/seller-text.tsx";
import shapes from "../../ui/shapes.module.css";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { FreeTrial } from "../catalog/free-trial.tsx";
import { describeStartingPrice } from "../catalog/price-copy.ts";
import { explainPageAccess } from "./explain-page-access.ts";
import { usePageQuery, type LockedPage, type ReadablePage } from "./queries.ts";
import styles from "./read-page.module.css";

/** `/read/:slug`: a free page, a members-only page, or its public excerpt and how to unlock the rest. */
export default function ReadPage() {
  const { slug = "" } = useParams();
  const query = usePageQuery(slug);
  if (isMissing(query.error)) return <NotFound />;
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
  const { t, i18n } = useLingui();
  const { why } = page;
  const name = why?.product?.name;
  return (
    <article className={shapes.article}>
      <header className={shapes.stack}>
        <PageHeading lang={page.langs?.title}>{page.title}</PageHeading>
        {why && (
          <p className={shapes.muted}>
            {!name ? (
              <Link href={paths.libraryEntry(why.entryId)}>{t`In your library.`}</Link>
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
    <article className={shapes.article}>
      <header className={shapes.stack}>
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
      {previous && <NeighborLink page={previous} rel="prev" label={t`Previous`} />}
      {next && <NeighborLink page={next} rel="next" label={t`Next`} />}
    </nav>
  );
}

function NeighborLink(props: {
  page: NonNullable<ReadablePage["next"]>;
  rel: "prev" | "next";
  label: string;
}) {
  const { page, rel, label } = props;
  return (
    <Link href={paths.page(page.slug)} rel={rel}>
      <span className={shapes.muted}>{label}</span>
      <SellerText as="span" lang={page.langs?.title}>
        {page.title}
      </SellerText>
    </Link>
  );
}

/** The publication date, the date of the last change if it differs, and where readers came from. */
function Dates({ page: { publishedAt, updatedAt, why } }: { page: ReadablePage }) {
  const { t } = useLingui();
  if (publishedAt === null) return null;
  const isRevised = updatedAt - publishedAt > 86_400_000;
  return (
    <footer className={styles.dates}>
      <p className={shapes.muted}>
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
        <Link href={paths.library}>{t`Back to your library`}</Link>
      ) : (
        <Link href={paths.home}>{t`Go to the shop`}</Link>
      )}
    </footer>
  );
}

function ReadSkeleton() {
  return (
    <div className={shapes.article}>
      <div className={shapes.stack}>
        <Skeleton width="75%" height="3rem" />
        <Skeleton width="55%" />
      </div>
      <SkeletonLines lines={5} />
      <SkeletonLines lines={7} />
    </div>
  );
}

/**
 * Shown where the excerpt ends: the products that unlock the page, and a sign-in link for users who already have
 * access.
 */
function UnlockOptions({ page }: { page: LockedPage }) {
  const { t, i18n } = useLingui();
  const user = useUser();
  const { products } = page;
  const email = user?.email;
  return (
    <section className={styles.panel} aria-labelledby="way-in">
      <h2 id="way-in">
        <Title products={products} />
      </h2>
      {products.length > 0 && (
        <ul className={styles.products}>
          {products.map(({ id, slug, name, tagline, prices }, index) => (
            <li key={id}>
              <div className={styles.product}>
                {products.length > 1 && <h3>{name}</h3>}
                {tagline && <p>{tagline}</p>}
                <p className={styles.price}>
                  {describeStartingPrice(i18n, prices)}
                  <FreeTrial prices={prices} className={styles.trial} />
                </p>
              </div>
              <ButtonLink kind={index === 0 ? "primary" : "secondary"} href={paths.product(slug)}>
                {products.length > 1 ? t`View ${name}` : t`See what’s included`}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {!user && (
        <p className={styles.aside}>
          <Trans>
            Already have access?{" "}
            <Link href={paths.signIn(paths.page(page.slug))}>Sign in to continue reading</Link>.
          </Trans>
        </p>
      )}
      {user && (
        <p className={styles.aside}>
          {email
            ? t`You’re signed in as ${email}. Nothing in your library includes this page.`
            : t`Nothing in your library includes this page.`}
        </p>
      )}
    </section>
  );
}

function Title({ products }: { products: LockedPage["products"] }) {
  const { t } = useLingui();
  const [first, ...others] = products;
  if (!first) return t`The rest of this page isn’t available right now.`;
  if (others.length > 0) return t`Read the rest with any of these products.`;
  const { name } = first;
  return t`The rest of this page is included in ${name}.`;
}
