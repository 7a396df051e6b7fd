import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isMissing } from "../../http/errors.ts";
import { useUser } from "../../http/session.ts";
import { useShopName } from "../../http/shop.ts";
import { continueParam, paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { NotFound } from "../../shell/not-found.tsx";
import { PageHeading } from "../../shell/page-heading.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { StatusPage } from "../../shell/status-page.tsx";
import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Cover } from "../catalog/cover.tsx";
import styles from "../library/library.module.css";
import { describeGiftLink } from "./gift-copy.ts";
import { keepOpenedLink, readOpenedLink } from "./opened-link.ts";
import { describePurchaseLink } from "./purchase-link-copy.ts";
import { giftLinkQuery, useAcceptGift, type GiftLink } from "./queries.ts";

/**
 * `/claim#secret`: shows a gift, or what was paid without signing in, and puts it into the library of the user who
 * accepts it. No request has the secret in its URL, and it doesn't stay in the address bar.
 */
export default function GiftLinkPage() {
  const secret = useLinkSecret();
  const query = useQuery(giftLinkQuery(secret));
  if (isMissing(query.error)) return <NotFound />;
  return (
    <QueryBoundary query={query} lines={3} level="page">
      {(gift) => <Gift key={secret} gift={gift} secret={secret} />}
    </QueryBoundary>
  );
}

/** Returns the secret of the link, also of another one that is opened on this page; empty without one. */
function useLinkSecret(): string {
  const [secret, setSecret] = useState(() => readHash() || readOpenedLink(Date.now()));
  useEffect(() => {
    const takeHash = () => {
      const hash = readHash();
      if (hash === "") return;
      keepOpenedLink(hash, Date.now());
      history.replaceState(history.state, "", location.pathname + location.search);
      setSecret(hash);
    };
    takeHash();
    addEventListener("hashchange", takeHash);
    return () => removeEventListener("hashchange", takeHash);
  }, []);
  return secret;
}

const readHash = () => location.hash.slice(1);

function Gift({ gift, secret }: { gift: GiftLink; secret: string }) {
  const { t, i18n } = useLingui();
  const shopName = useShopName() ?? t`The shop`;
  const user = useUser();
  const accept = useAcceptGift(secret);
  const isPurchase = gift.kind === "purchase";
  const { title, text } = isPurchase
    ? describePurchaseLink(i18n, gift)
    : describeGiftLink(i18n, gift, shopName);
  const { product } = gift;
  useRunOnReturn(Boolean(user) && gift.state === "open", () => accept.mutate());
  return (
    <StatusPage art={<Cover slug={product.slug} image={product.image} />}>
      <PageHeading>{title}</PageHeading>
      <p>{text}</p>
      {gift.message !== "" && gift.state === "open" && (
        <p className={styles.message}>{gift.message}</p>
      )}
      {gift.state === "open" ? (
        <>
          {accept.isError && <ErrorNotice error={accept.error} />}
          <Button
            kind="primary"
            busy={accept.isPending || accept.isSuccess}
            onClick={() => accept.mutate()}
          >
            <AcceptLabel gift={gift} isSignedIn={Boolean(user)} />
          </Button>
        </>
      ) : (
        <ButtonLink href={gift.state === "claimed" ? paths.library : paths.home}>
          {gift.state === "claimed" ? t`Go to your library` : t`Go to the shop`}
        </ButtonLink>
      )}
    </StatusPage>
  );
}

/** What the button does with the link, for a visitor or a signed-in user. */
function AcceptLabel({ gift, isSignedIn }: { gift: GiftLink; isSignedIn: boolean }) {
  const { t } = useLingui();
  if (gift.kind === "purchase") return isSignedIn ? t`Add to my account` : t`Sign in to get it`;
  if (!isSignedIn) return t`Sign in to accept`;
  return gift.isSeat ? t`Accept seat` : t`Accept gift`;
}

/**
 * Runs what the user started before signing in, once, when they return with `?continue`.
 * @param isReady whether it can run, e.g. because the user is known
 */
function useRunOnReturn(isReady: boolean, run: () => void): void {
  const isWanted = useConsumedSearchParam(continueParam) !== null;
  const isHandled = useRef(false);
  useEffect(() => {
    if (!isWanted || !isReady || isHandled.current) return;
    isHandled.current = true;
    run();
  }, [isWanted, isReady, run]);
}
