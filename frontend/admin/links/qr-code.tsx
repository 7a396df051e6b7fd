import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { encode } from "uqr";
import { Button } from "../../ui/button.tsx";
import { saveTextFile } from "../../ui/save-text-file.ts";
import shapes from "../frame/shapes.module.css";
import { drawSvg, toPath } from "./draw-qr-code.ts";
import styles from "./links.module.css";

/** Pixels for each square of the picture, so that it can be printed. */
const PIXELS_PER_SQUARE = 24;

/** A text as a QR code, to scan or to download. @param props.name of the files */
export default function QrCode({ text, name }: { text: string; name: string }) {
  const { t } = useLingui();
  const [hasFailed, setHasFailed] = useState(false);
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = toPath(data);
  const savePng = async () => {
    const picture = await drawPng(data, size).catch(() => null);
    setHasFailed(picture === null);
    if (picture) saveTextFile(picture, `${name}.png`, "image/png");
  };
  return (
    <figure className={styles.code}>
      <svg
        role="img"
        aria-label={t`QR code of the link`}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <figcaption className={shapes.actions}>
        <span className={shapes.small}>
          <Trans>Download:</Trans>
        </span>
        <Button
          kind="plain"
          aria-label={t`Download the QR code as SVG`}
          onClick={() => saveTextFile(drawSvg(path, size), `${name}.svg`, "image/svg+xml")}
        >
          SVG
        </Button>
        <Button
          kind="plain"
          aria-label={t`Download the QR code as PNG`}
          onClick={() => void savePng()}
        >
          PNG
        </Button>
        {hasFailed && <span role="alert">{t`Your browser couldn’t draw the picture.`}</span>}
      </figcaption>
    </figure>
  );
}

async function drawPng(squares: boolean[][], size: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * PIXELS_PER_SQUARE;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "black";
  for (const [y, row] of squares.entries())
    for (const [x, isDark] of row.entries())
      if (isDark)
        context.fillRect(
          x * PIXELS_PER_SQUARE,
          y * PIXELS_PER_SQUARE,
          PIXELS_PER_SQUARE,
          PIXELS_PER_SQUARE,
        );
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
