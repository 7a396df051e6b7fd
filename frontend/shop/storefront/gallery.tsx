import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import type { ProductDetails } from "../../http/shop.ts";
import { classNames } from "../../ui/class-names.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Cover } from "../catalog/cover.tsx";
import styles from "./gallery.module.css";

const sizes = "(min-width: 52rem) 36vw, calc(100vw - 2.5rem)";

/**
 * The pictures of a product, each in its own shape, or its drawn cover. Several are a row that is swiped, or scrolled
 * with the arrow keys; the small ones below lead to each, also without scripts.
 */
export function Gallery({
  product,
  className,
}: {
  product: Pick<ProductDetails, "slug" | "image" | "cover" | "pictures">;
  className?: string | undefined;
}) {
  const { t } = useLingui();
  const id = useId();
  const { slug, image, cover, pictures } = product;
  const first = (
    <Cover
      slug={slug}
      image={image}
      sizes={sizes}
      priority="first"
      shape={cover ?? undefined}
      className={classNames(cover === null && styles.square)}
    />
  );
  if (pictures.length === 0) return <div className={className}>{first}</div>;
  const all = [{ url: image, alt: cover?.alt ?? "" }, ...pictures];
  const count = all.length;
  return (
    <div className={classNames(styles.gallery, className)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls with the arrow keys */}
      <ul className={styles.pictures} aria-label={t`Pictures`} tabIndex={0}>
        <li id={`${id}0`}>{first}</li>
        {pictures.map((picture, index) => (
          <li key={picture.url} id={`${id}${index + 1}`}>
            <Cover slug={slug} image={picture.url} sizes={sizes} priority="last" shape={picture} />
          </li>
        ))}
      </ul>
      <ul className={styles.places}>
        {all.map(({ url }, index) => {
          const number = index + 1;
          return (
            <li key={number}>
              <a
                href={`#${id}${index}`}
                onClick={(event) => {
                  event.preventDefault();
                  // Not the page: only the row of pictures moves.
                  const picture = document.getElementById(`${id}${index}`);
                  picture?.parentElement?.scrollTo({ left: picture.offsetLeft });
                }}
              >
                <Cover slug={slug} image={url} sizes="4rem" priority="last" />
                <VisuallyHidden>{t`Picture ${number} of ${count}`}</VisuallyHidden>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
