/** Escapes a text for HTML, also within quotes. */
const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const writeScript = (shopOrigin: string) => `<script src="${shopOrigin}/embed.js" async></script>`;

/**
 * Returns the code of a button for any site.
 * @param button.label what it says
 * @param button.isWindow whether the purchase opens in a window of its own, which needs the script
 */
export function writeButton({
  url,
  code,
  label,
  isWindow,
}: {
  url: string;
  code: string;
  label: string;
  isWindow: boolean;
}): string {
  const attributes = [
    `data-gatehouse="${code}"`,
    ...(isWindow ? ['data-gatehouse-open="popup"'] : []),
    `href="${escapeHtml(url)}"`,
  ];
  const link = `<a ${attributes.join(" ")}>${escapeHtml(label)}</a>`;
  return isWindow ? `${link}\n${writeScript(new URL(url).origin)}` : link;
}

/** Returns the code that shows a product with its prices on any site. */
export function writeProductCard({
  shopOrigin,
  slug,
  name,
}: {
  shopOrigin: string;
  slug: string;
  name: string;
}): string {
  const link = `<a href="${shopOrigin}/p/${slug}">${escapeHtml(name)}</a>`;
  return `<gatehouse-product slug="${slug}">${link}</gatehouse-product>\n${writeScript(shopOrigin)}`;
}
