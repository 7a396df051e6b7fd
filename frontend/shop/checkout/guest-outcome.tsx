import { useLingui } from "@lingui/react/macro";
import { StatusPage } from "../../shell/status-page.tsx";
import { Cover } from "../catalog/cover.tsx";
import { ProviderChoices } from "../sign-in/provider-choices.tsx";
import { CorrectEmail } from "./correct-email.tsx";
import { describeGuestOutcome, isGuestPaid } from "./guest-copy.ts";
import { OutcomeWords } from "./outcome-words.tsx";
import type { Confirmation } from "./queries.ts";
import styles from "./return-page.module.css";

type GuestConfirmation = Confirmation & { guest: NonNullable<Confirmation["guest"]> };

/** Whether somebody has paid without signing in, and is to sign in now. */
export const isForGuest = (
  confirmation: Confirmation | undefined,
): confirmation is GuestConfirmation =>
  confirmation?.guest !== undefined && confirmation.guest !== null && isGuestPaid(confirmation);

/** The page after a payment without signing in: the ways to sign in are right here. */
export function GuestOutcome({
  confirmation,
  checkoutId,
}: {
  confirmation: GuestConfirmation;
  checkoutId: string;
}) {
  const { i18n } = useLingui();
  const { product } = confirmation;
  const { title, text } = describeGuestOutcome(i18n, confirmation);
  return (
    <StatusPage art={<Cover slug={product.slug} image={product.image} />}>
      <OutcomeWords title={title} text={text} isConfirming={false} />
      <div className={styles.signIn}>
        <ProviderChoices returnPath={`/checkout/return?checkout=${checkoutId}`} />
      </div>
      {confirmation.state === "complete" && confirmation.guest.email !== null && (
        <div>
          <CorrectEmail checkoutId={checkoutId} />
        </div>
      )}
    </StatusPage>
  );
}
