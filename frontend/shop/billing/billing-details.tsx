import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../account/section.tsx";
import { useBillingPages } from "./queries.ts";

/** Leads to Stripe's pages, where buyers correct what is printed on their invoices. */
export function BillingDetails() {
  const open = useBillingPages();
  const isLeaving = open.isPending || open.isSuccess;
  return (
    <Section
      title="Billing details"
      description="The name, address and VAT ID on your next invoices. Invoices that you already have stay as they are."
    >
      {open.isError && <ErrorNotice error={open.error} />}
      <div>
        <Button busy={isLeaving} onClick={() => open.mutate()}>
          {isLeaving ? "Going to Stripe…" : "Change at Stripe"}
        </Button>
      </div>
    </Section>
  );
}
