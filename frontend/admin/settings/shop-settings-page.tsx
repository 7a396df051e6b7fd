import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Part } from "../frame/console-page.tsx";
import { FormFrame, TextField } from "../frame/form-frame.tsx";
import { useForm } from "../frame/use-form.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { LogoForm } from "./logo-form.tsx";
import { LookForm } from "./appearance-form.tsx";
import { saveIdentity, shopSettingsQuery, showSavedShop, type Shop } from "./queries.ts";
import { SettingsFrame } from "./settings-layout.tsx";

/** `/admin/settings`: what the shop is called, and how it looks. */
export default function ShopSettingsPage() {
  return (
    <SettingsFrame about="What buyers see of your shop before they see a product.">
      <Loaded query={useQuery(shopSettingsQuery)} skeleton={<SkeletonLines lines={6} />}>
        {(shop) => (
          <>
            <Part title="Name" about="In the storefront, in the browser's tab and in every mail.">
              <IdentityForm shop={shop} />
            </Part>
            <Part title="Logo" about="Beside the name, on every page.">
              <LogoForm shop={shop} />
            </Part>
            <Part
              title="Color"
              about="One color for links and buttons. It has to be readable as text on your pages, light and dark."
            >
              <LookForm shop={shop} />
            </Part>
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}

function IdentityForm({ shop: { name, line, supportEmail } }: { shop: Shop }) {
  const client = useQueryClient();
  const form = useForm({
    saved: { name, line, supportEmail: supportEmail ?? "" },
    save: ({ supportEmail, ...rest }) =>
      saveIdentity({ ...rest, supportEmail: supportEmail.trim() || null }),
    onSaved: (saved) => void showSavedShop(client, saved),
  });
  const { values, set, errorOf } = form;
  return (
    <FormFrame form={form} save="Save name">
      <TextField
        label="Name"
        value={values.name}
        onChange={(event) => set({ name: event.target.value })}
        error={errorOf("name")}
        maxLength={120}
        autoComplete="organization"
      />
      <TextField
        label="Line"
        hint="One sentence that says what you sell. It is the large text of your storefront."
        value={values.line}
        onChange={(event) => set({ line: event.target.value })}
        error={errorOf("line")}
        maxLength={200}
      />
      <TextField
        label="Email for buyers"
        hint="The footer of every page has a link to it. Leave it empty for none."
        inputMode="email"
        value={values.supportEmail}
        onChange={(event) => set({ supportEmail: event.target.value })}
        error={errorOf("supportEmail")}
        autoComplete="off"
      />
    </FormFrame>
  );
}
