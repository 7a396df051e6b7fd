import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { paths } from "../../paths.ts";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { GiftDialog } from "./gift-dialog.tsx";
import { useGift } from "./queries.ts";

/** The button that gives access by email. Its dialog is open from the start where the URL says so. */
export function GiveAccess() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const [isPressed, setIsPressed] = useState(false);
  const isInUrl = params.has("give");
  const close = () => {
    setIsPressed(false);
    if (!isInUrl) return;
    const rest = new URLSearchParams(params);
    rest.delete("give");
    setParams(rest, { replace: true });
  };
  const gift = useGift();
  const freshSignIn = useFreshSignIn("gift:email", gift, (input) => {
    close();
    gift.mutate(input);
  });
  const email = gift.variables?.email;
  return (
    <>
      <Button kind="primary" onClick={() => setIsPressed(true)}>{t`Give access…`}</Button>
      {(isPressed || isInUrl) && (
        <GiftDialog
          to="email"
          give={gift.mutateAsync}
          isLeaving={freshSignIn.isAsking}
          onClose={close}
        />
      )}
      {freshSignIn.dialog}
      {gift.data && email !== undefined && !isPressed && !isInUrl && (
        <GivenDialog email={email} {...gift.data} onClose={gift.reset} />
      )}
    </>
  );
}

/** Says what became of a gift to an email. `userId`: who has it; null while it waits. */
function GivenDialog({
  email,
  userId,
  isEmailed,
  onClose,
}: {
  email: string;
  userId: string | null;
  isEmailed: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const link = `${location.origin}${paths.library}`;
  return (
    <Dialog
      title={userId === null ? t`The gift waits for ${email}` : t`Access given`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          {userId === null ? (
            <ButtonLink href={consolePaths.waitingGifts}>{t`Waiting gifts`}</ButtonLink>
          ) : (
            <ButtonLink href={consolePaths.customer(userId)}>{t`View customer`}</ButtonLink>
          )}
        </>
      }
    >
      {userId !== null ? (
        <p>{t`${email} belongs to a customer, who has access now.`}</p>
      ) : isEmailed ? (
        <p>{t`We’re emailing them a link to the gift. Whether it was sent is on the page of waiting gifts.`}</p>
      ) : (
        <>
          <p>{t`No email was sent. Send them this link: whoever signs in there with this address gets access.`}</p>
          <p>
            <code>{link}</code> <CopyButton text={link} label={t`Copy link`} />
          </p>
        </>
      )}
    </Dialog>
  );
}
