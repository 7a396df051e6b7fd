import { useLingui } from "@lingui/react/macro";
import type { ProductDetails } from "../../http/shop.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./samples.module.css";

/** What can be heard or seen before buying, with the browser's own players. Nothing is loaded before it is played. */
export function Samples({
  samples,
  className,
}: {
  samples: ProductDetails["samples"];
  className?: string | undefined;
}) {
  const { t } = useLingui();
  if (samples.length === 0) return null;
  return (
    <section className={classNames(styles.samples, className)} aria-labelledby="samples">
      <h2 id="samples">{t`Try before you buy`}</h2>
      {samples.map((sample) => (
        <figure key={sample.url}>
          <figcaption dir="auto">{sample.title}</figcaption>
          <SamplePlayer sample={sample} />
        </figure>
      ))}
    </section>
  );
}

/** The browser's player of a sample. */
export function SamplePlayer({ sample }: { sample: ProductDetails["samples"][number] }) {
  const { kind, url, title } = sample;
  if (kind === "sound")
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its title is beside it
    return <audio src={url} controls preload="none" aria-label={title} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are in the seller's file, if it has any
  return <video src={url} controls preload="metadata" playsInline aria-label={title} />;
}
