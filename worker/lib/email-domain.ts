/** Domains where anybody gets an address. The list is short: nobody can put a record into the DNS of the others either. */
const mailProviders = new Set(
  (
    "aol.com duck.com fastmail.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.com " +
    "icloud.com live.com mac.com mail.com mail.ru me.com msn.com naver.com outlook.com pm.me posteo.de proton.me " +
    "protonmail.com qq.com t-online.de tutanota.com web.de yahoo.com yandex.ru ymail.com zoho.com 163.com 126.com"
  ).split(" "),
);

/**
 * Returns a domain as it is compared: in lower case and ASCII, without an @ or a dot around it.
 * @returns null for what is no domain, and for those where anybody gets an address
 */
export function toOrganizationDomain(text: string): string | null {
  const url = `https://${text.trim().replace(/^@/, "").replace(/\.$/, "")}`;
  if (!URL.canParse(url)) return null;
  const { hostname, href } = new URL(url);
  // With a path, a port or a user's name it is an address of something else.
  const isDomain = href === `https://${hostname}/` && isName.test(hostname);
  return isDomain && !mailProviders.has(hostname) ? hostname : null;
}

/** Two labels or more, the last of which is no number. The record's name is the domain's, with 17 characters more. */
const isName = /^(?=.{1,230}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** Returns the domain of an email of an organization; null for one of a mail provider. */
export const toDomainOfEmail = (email: string): string | null =>
  toOrganizationDomain(email.slice(email.lastIndexOf("@") + 1));
