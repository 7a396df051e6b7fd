import { useMemo, useState, type CSSProperties } from "react";
import { classNames } from "../../ui/class-names.ts";
import { drawCover } from "../../../worker/lib/cover-art.ts";
import styles from "./cover.module.css";

/**
 * A product's picture. If it has none or it doesn't load, a drawing based on the slug. It is decorative: the product's
 * name is always next to it.
 */
export function Cover({
  slug,
  image,
  className,
}: {
  slug: string;
  image: string | null;
  className?: string | undefined;
}) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null);
  if (!image || image === brokenImage) return <GeneratedCover seed={slug} className={className} />;
  return (
    <img
      className={classNames(styles.cover, className)}
      src={image}
      alt=""
      onError={() => setBrokenImage(image)}
    />
  );
}

function GeneratedCover({ seed, className }: { seed: string; className: string | undefined }) {
  const art = useMemo(() => drawCover(seed), [seed]);
  return (
    <svg
      className={classNames(styles.cover, styles.drawn, className)}
      data-tone={art.tone}
      style={{ "--hue": art.hue } as CSSProperties}
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d={art.d} />
    </svg>
  );
}
