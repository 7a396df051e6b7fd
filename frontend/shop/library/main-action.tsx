import { useLingui } from "@lingui/react/macro";
import { paths } from "../../paths.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useDownload, usePlay } from "./benefits/benefit-queries.ts";
import { OpenFile, Player } from "./benefits/download.tsx";
import { isHttpUrl } from "./benefits/link.tsx";
import { findMainAction, type MainAction as Action } from "./find-main-action.ts";
import styles from "./library.module.css";
import type { OwnedBenefit } from "./queries.ts";

/** What a user most likely wants of a product, also while its benefits are folded. */
export function MainAction({ benefits }: { benefits: OwnedBenefit[] }) {
  const action = findMainAction(benefits);
  if (!action) return null;
  if ("versionId" in action) return <FileAction action={action} />;
  return (
    <div className={styles.main}>
      <OtherAction action={action} />
    </div>
  );
}

function FileAction({ action }: { action: Extract<Action, { versionId: string }> }) {
  const { t } = useLingui();
  const { do: verb, versionId, name, kind } = action;
  const download = useDownload(versionId);
  const play = usePlay(versionId);
  const error = download.error ?? play.error;
  return (
    <>
      <div className={styles.main}>
        {verb === "show" && <OpenFile id={versionId} name={name} kind="secondary" />}
        {verb === "play" && (
          <Button aria-label={t`Play: ${name}`} busy={play.isPending} onClick={() => play.mutate()}>
            {t({ message: `Play`, comment: "Verb: plays a sound or a video" })}
          </Button>
        )}
        {verb === "download" && (
          <Button
            aria-label={t`Download: ${name}`}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            {t({ message: `Download`, comment: "Verb: the button that downloads a file" })}
          </Button>
        )}
      </div>
      {play.data && <Player kind={kind} url={`${play.data.url}?show`} name={name} />}
      {error && <ErrorNotice error={error} />}
    </>
  );
}

function OtherAction({ action }: { action: Exclude<Action, { versionId: string }> }) {
  const { t } = useLingui();
  const { name } = action;
  switch (action.do) {
    case "read":
      return (
        <ButtonLink href={paths.page(action.slug)} label={t`Read: ${name}`}>
          {t({ message: `Read`, comment: "Verb: the link that opens a page" })}
        </ButtonLink>
      );
    case "open":
      return (
        isHttpUrl(action.url) && (
          <ButtonLink href={action.url} external opensTab label={t`Open: ${name}`}>
            {t({ message: `Open`, comment: "Verb: the link that opens another site" })}
          </ButtonLink>
        )
      );
    case "copy":
      return (
        <CopyButton text={action.key} label={t`Copy the license key of ${name}`}>
          {t`Copy license key`}
        </CopyButton>
      );
  }
}
