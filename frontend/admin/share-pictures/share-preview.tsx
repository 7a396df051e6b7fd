import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ProductCard, ShopCard } from "../../../worker/drawing/share-card.ts";
import type { Locale } from "../../../worker/shared/locales.ts";
import { SHARE_HEIGHT, SHARE_WIDTH } from "../../../worker/shared/share-picture-size.ts";
import { Button } from "../../ui/button.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { drawCard } from "./draw-card.ts";
import styles from "./share-preview.module.css";
import shapes from "../frame/shapes.module.css";
import type { Drawing } from "./use-draw-pictures.ts";

/**
 * Shows how a link looks where people share it: the picture, the title and the description.
 * @param props.locale the shop's default language, in which the card is drawn
 * @param props.drawing of the picture that is stored
 */
export function SharePreview({
  card,
  locale,
  title,
  description,
  drawing,
  children,
}: {
  card: ProductCard | ShopCard;
  locale: Locale;
  title: string;
  description: string;
  drawing: Drawing;
  /** What to know about this picture. */
  children?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <figure className={styles.preview}>
      <figcaption className={shapes.lines}>
        <span>{t`Link preview`}</span>
        <span className={shapes.soft}>
          <Trans>
            How links appear in messages and on other sites. The picture is generated when you save.
          </Trans>
        </span>
      </figcaption>
      <div className={styles.card}>
        <Picture card={card} locale={locale} />
        <div className={styles.text}>
          <span className={shapes.soft}>{location.host}</span>
          <span className={styles.title}>{title}</span>
          {description && <span className={shapes.soft}>{description}</span>}
        </div>
      </div>
      {children}
      {drawing.hasFailed && (
        <div role="alert">
          <p className={shapes.soft}>
            {t`Couldn’t save the picture. Shared links show a picture without text for now.`}
          </p>
          <Button busy={drawing.isPending} onClick={drawing.retry}>
            {t`Try again`}
          </Button>
        </div>
      )}
    </figure>
  );
}

/** The picture itself. The text below it says the same, except for the price, which is in the form. */
function Picture({ card, locale }: { card: ProductCard | ShopCard; locale: Locale }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [canDraw, setCanDraw] = useState(true);
  const settledCard = useDebouncedValue(JSON.stringify(card));
  useEffect(() => {
    let isOutdated = false;
    const draw = async () => {
      // Drawn aside first: an image that loads slowly must not be drawn over a newer card.
      const drawn = document.createElement("canvas");
      const current = JSON.parse(settledCard) as ProductCard | ShopCard;
      // Without the messages of the language, there is no preview. The form says if the picture can't be saved either.
      const hasDrawn = await drawCard(drawn, current, locale).catch(() => false);
      if (isOutdated) return;
      setCanDraw(hasDrawn);
      canvas.current?.getContext("2d")?.drawImage(drawn, 0, 0);
    };
    void draw();
    return () => {
      isOutdated = true;
    };
  }, [settledCard, locale]);
  return canDraw ? (
    <canvas
      ref={canvas}
      width={SHARE_WIDTH}
      height={SHARE_HEIGHT}
      className={styles.canvas}
      aria-hidden="true"
    />
  ) : (
    <p className={styles.text}>
      <Trans>
        This browser can’t generate the picture. Open this page in another browser. Shared links
        show a picture without text for now.
      </Trans>
    </p>
  );
}
