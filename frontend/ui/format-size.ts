const units = ["kB", "MB", "GB", "TB"];

/** A number of bytes as people read it: "12 bytes", "3.4 MB". Decimal units, as downloads in browsers have. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes;
  let unit = "";
  for (const each of units) {
    // What would be rounded to a thousand is one of the next unit.
    if (value < 999.5) break;
    value /= 1000;
    unit = each;
  }
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} ${unit}`;
}
