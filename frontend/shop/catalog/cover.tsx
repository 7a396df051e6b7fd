import { useMemo, useState, type CSSProperties } from "react";
import { classNames } from "../../ui/class-names.ts";
import { drawCover } from "./cover-art.ts";
import styles from "./cover.module.css";

/**
 * A product's picture, or lines drawn from its slug where there is none or it does not load. It is decoration: the
 * name stands beside it.
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
  const [broken, setBroken] = useState<string | null>(null);
  if (!image || image === broken) return <DrawnCover seed={slug} className={className} />;
  return (
    <img
      className={classNames(styles.cover, className)}
      src={image}
      alt=""
      onError={() => setBroken(image)}
    />
  );
}

function DrawnCover({ seed, className }: { seed: string; className: string | undefined }) {
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
