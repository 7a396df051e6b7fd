import { useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { LibraryEntry } from "./queries.ts";

export type Upgrade = NonNullable<LibraryEntry["upgrade"]>;

/** Leads from a product to a larger one, which the user gets at the difference. */
export function UpgradeLink({
  upgrade: { slug, name, amountMinor, currency },
}: {
  upgrade: Upgrade;
}) {
  const { t } = useLingui();
  const amount = useFormats().money(amountMinor, currency);
  return (
    <div>
      <ButtonLink href={paths.product(slug)}>{t`Upgrade to ${name} for ${amount}`}</ButtonLink>
    </div>
  );
}
