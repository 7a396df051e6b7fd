const units = ["kB", "MB", "GB", "TB"];

/** Formats a number of bytes: "12 bytes", "3.4 MB". Uses decimal units, as browsers do for downloads. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes;
  let unit = "";
  for (const each of units) {
    // From 999.5, the value would be rounded to 1000, so the next unit is used.
    if (value < 999.5) break;
    value /= 1000;
    unit = each;
  }
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} ${unit}`;
}
