/** Returns the dark squares of a QR code as one path, whose unit is a square. Neighbors in a row are one rectangle. */
export function toPath(squares: boolean[][]): string {
  const parts: string[] = [];
  for (const [y, row] of squares.entries())
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      parts.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`);
    }
  return parts.join("");
}

/** Returns a file with the code, black on white. */
export const drawSvg = (path: string, size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
