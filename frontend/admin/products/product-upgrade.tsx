import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { minimumAmount } from "../../../worker/shared/money.ts";
import { api, read } from "../../http/client.ts";
import { routeQuery } from "../../http/route-query.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { SelectField } from "../../ui/field/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormFrame, useForm } from "../form/form.tsx";
import { PageSection } from "../frame/console-page.tsx";

const route = api.admin.products[":id"].upgrade;

type Saved = InferResponseType<typeof route.$get>;

const upgradeQuery = (id: string) =>
  routeQuery(["admin", "products", id, "upgrade"], () => route.$get({ param: { id } }));

/** Which larger product owners of this one can upgrade to, at the difference. */
export function ProductUpgrade({ productId }: { productId: string }) {
  const { t } = useLingui();
  return (
    <PageSection
      id="upgrade"
      title={t`Upgrade`}
      description={t`Customers who bought this product once can get a larger one at the difference: its price now, minus what they paid and you did not refund. They keep this product. Each purchase can be upgraded once.`}
    >
      <QueryBoundary query={useQuery(upgradeQuery(productId))} lines={1}>
        {(saved) => <Fields productId={productId} saved={saved} />}
      </QueryBoundary>
    </PageSection>
  );
}

/** Warns that a price is not higher than what the product costs. Saving it is allowed: prices change. */
function SmallerPriceNotice({ saved, priceId }: { saved: Saved; priceId: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const chosen = saved.options.find((option) => option.priceId === priceId);
  if (!chosen) return null;
  const { currency, amountMinor } = chosen;
  const own = Math.max(
    ...saved.ownPrices.flatMap((price) => (price.currency === currency ? price.amountMinor : [])),
  );
  if (own < amountMinor) return null;
  const paid = formats.money(own, currency);
  const least = formats.money(minimumAmount(currency), currency);
  return (
    <Notice
      tone="info"
      title={t`This price is not higher than what this product costs`}
      text={t`Customers who paid ${paid} would get the upgrade for ${least}, the least that Stripe charges.`}
    />
  );
}

function Fields({ productId, saved }: { productId: string; saved: Saved }) {
  const { t } = useLingui();
  const formats = useFormats();
  const form = useForm({
    savedValues: { priceId: saved.priceId ?? "" },
    save: ({ priceId }) =>
      read(route.$put({ param: { id: productId }, json: { priceId: priceId || null } })),
    onSaved: (answer, client) => void client.setQueryData(upgradeQuery(productId).queryKey, answer),
  });
  return (
    <FormFrame form={form} submitLabel={t`Save upgrade`}>
      <SelectField
        label={t`Can be upgraded to`}
        hint={t`Prices of other published products that are paid once.`}
        {...form.field("priceId")}
        options={[
          { value: "", label: t`Nothing` },
          ...saved.options.map(({ priceId, name, amountMinor, currency }) => ({
            value: priceId,
            label: `${name} · ${formats.money(amountMinor, currency)}`,
          })),
        ]}
      />
      <SmallerPriceNotice saved={saved} priceId={form.values.priceId} />
    </FormFrame>
  );
}
