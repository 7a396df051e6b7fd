import { useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { LibraryEntry } from "./queries.ts";

export type Upgrade = NonNullable<LibraryEntry["upgrade"]>;

/**
 * Leads from a product to a larger one, which the user gets at the difference.
 * @param props.href the page that offers it, if not that of the product
 */
export function UpgradeLink({
  upgrade: { slug, name, amountMinor, currency },
  href = paths.product(slug),
}: {
  upgrade: Upgrade;
  href?: string;
}) {
  const { t } = useLingui();
  const amount = useFormats().money(amountMinor, currency);
  return (
    <div>
      <ButtonLink href={href}>{t`Upgrade to ${name} for ${amount}`}</ButtonLink>
    </div>
  );
}
