import { useEffect, useMemo, useRef, useState } from "react";
import { classNames } from "../../ui/class-names.ts";
import { drawCover, toPathData } from "../../../worker/shared/cover-art.ts";
import styles from "./cover.module.css";

const OWN_PICTURES = "/api/shop/images/";

/**
 * A product's picture. If it has none or it doesn't load, a drawing based on the slug. Without a `shape` it is
 * decorative: the product's name is always next to it.
 * @param props.sizes how wide the picture is on the page, so that browsers load the version that fits
 * @param props.priority `first` for what the page is about, `last` for what is seen only after scrolling
 */
export function Cover({
  slug,
  image,
  sizes = "20rem",
  priority,
  shape,
  className,
}: {
  slug: string;
  image: string | null;
  sizes?: string;
  /** What a picture shows, and its size in pixels: it is shown in its own shape then, and not in a square. */
  shape?: { alt: string; width: number; height: number } | undefined;
  priority?: "first" | "last" | undefined;
  className?: string | undefined;
}) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null);
  const picture = useRef<HTMLImageElement>(null);
  // The picture of a page that the Worker drew may have failed before React listened.
  useEffect(() => {
    const { complete, naturalWidth } = picture.current ?? { complete: false, naturalWidth: 0 };
    if (complete && naturalWidth === 0) setBrokenImage(image);
  }, [image]);
  if (!image || image === brokenImage) return <GeneratedCover seed={slug} className={className} />;
  return (
    <img
      ref={picture}
      className={classNames(styles.cover, shape && styles.shaped, className)}
      // Only pictures on the shop's own storage have smaller versions.
      {...(image.startsWith(OWN_PICTURES) && {
        sizes,
        srcSet: `${image}?size=card 320w, ${image}?size=small 720w, ${image} 1600w`,
      })}
      {...(priority === "first" && { fetchPriority: "high" })}
      {...(priority === "last" && { loading: "lazy" })}
      src={image}
      alt={shape?.alt ?? ""}
      width={shape?.width}
      height={shape?.height}
      onError={() => setBrokenImage(image)}
    />
  );
}

function GeneratedCover({ seed, className }: { seed: string; className: string | undefined }) {
  const { hue, tone, d } = useMemo(() => {
    const { lines, ...colors } = drawCover(seed);
    return { ...colors, d: toPathData(lines) };
  }, [seed]);
  return (
    <svg
      className={classNames(styles.cover, styles.drawn, className)}
      data-tone={tone}
      data-hue={hue}
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
