import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PageSection } from "../frame/console-page.tsx";
import { FormFrame } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { LogoForm } from "./logo-form.tsx";
import { AppearanceForm } from "./appearance-form.tsx";
import {
  saveShopDetails,
  shopCardQuery,
  shopSettingsQuery,
  applySavedShop,
  type Shop,
} from "./queries.ts";
import { SettingsLayout } from "./settings-layout.tsx";
import { ShopSharePreview } from "./shop-share-preview.tsx";

/** `/admin/settings`: the shop's name and appearance. */
export default function ShopSettingsPage() {
  const card = useQuery(shopCardQuery);
  return (
    <SettingsLayout description="What buyers see of your shop before they see a product.">
      <QueryBoundary query={useQuery(shopSettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(shop) => (
          <>
            <PageSection
              title="Name"
              description="In the storefront, in the browser's tab and in every mail."
            >
              <ShopDetailsForm shop={shop} />
            </PageSection>
            <PageSection title="Logo" description="Beside the name, on every page.">
              <LogoForm shop={shop} />
            </PageSection>
            <PageSection
              title="Color"
              description="One color for links and buttons. It has to be readable as text on your pages, light and dark."
            >
              <AppearanceForm shop={shop} />
            </PageSection>
            <PageSection title="Shared links" description="What people see of a link to your shop.">
              <QueryBoundary query={card} skeleton={<SkeletonLines lines={6} />}>
                {(share) => <ShopSharePreview share={share} />}
              </QueryBoundary>
            </PageSection>
          </>
        )}
      </QueryBoundary>
    </SettingsLayout>
  );
}

function ShopDetailsForm({ shop: { name, line, supportEmail } }: { shop: Shop }) {
  const client = useQueryClient();
  const form = useForm({
    savedValues: { name, line, supportEmail: supportEmail ?? "" },
    save: ({ supportEmail, ...rest }) =>
      saveShopDetails({ ...rest, supportEmail: supportEmail.trim() || null }),
    onSaved: (saved) => void applySavedShop(client, saved),
  });
  const { values, setValues, getFieldError } = form;
  return (
    <FormFrame form={form} submitLabel="Save name">
      <TextField
        label="Name"
        value={values.name}
        onChange={(event) => setValues({ name: event.target.value })}
        error={getFieldError("name")}
        maxLength={120}
        autoComplete="organization"
      />
      <TextField
        label="Line"
        hint="One sentence that says what you sell. It is the large text of your storefront."
        value={values.line}
        onChange={(event) => setValues({ line: event.target.value })}
        error={getFieldError("line")}
        maxLength={200}
      />
      <TextField
        label="Email for buyers"
        hint="The footer of every page has a link to it. Leave it empty for none."
        inputMode="email"
        value={values.supportEmail}
        onChange={(event) => setValues({ supportEmail: event.target.value })}
        error={getFieldError("supportEmail")}
        autoComplete="off"
      />
    </FormFrame>
  );
}
