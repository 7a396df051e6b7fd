import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { describeErrorCode } from "../../messages/errors.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { AccountLayout } from "./account-layout.tsx";
import { DeleteForm } from "./delete-form.tsx";
import styles from "./delete-page.module.css";
import { explainDeletion } from "./deletion-copy.ts";
import { ExportData } from "./export-data.tsx";
import { deletionPreviewQuery } from "./queries.ts";
import { Section } from "./section.tsx";

/** `/account/delete`: lists the consequences of deleting the account and shows the deletion form. */
export default function DeletePage() {
  const { t, i18n } = useLingui();
  return (
    <AccountLayout title={t`Delete account`}>
      <QueryBoundary query={useQuery(deletionPreviewQuery)} skeleton={<DeletionSkeleton />}>
        {(deletion) =>
          deletion.isLastOwner ? (
            <LastOwner />
          ) : (
            <>
              <Section title={t`What happens`} description={t`This can’t be undone.`}>
                <ul className={styles.consequences}>
                  {explainDeletion(i18n, deletion).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </Section>
              <Section
                title={t`Before you go`}
                description={t`You can’t download your data after your account is deleted.`}
              >
                <ExportData />
              </Section>
              <Section title={t`Confirm deletion`}>
                <DeleteForm />
              </Section>
            </>
          )
        }
      </QueryBoundary>
    </AccountLayout>
  );
}

function LastOwner() {
  const { i18n } = useLingui();
  const { title, nextStep } = describeErrorCode(i18n, "last_owner");
  return (
    <>
      <Notice tone="info" title={title}>
        <p>{nextStep}</p>
      </Notice>
      <ButtonLink href={paths.account}>
        <Trans>Back to your account</Trans>
      </ButtonLink>
    </>
  );
}

function DeletionSkeleton() {
  const { t } = useLingui();
  return [t`What happens`, t`Before you go`].map((title) => (
    <Section key={title} title={title}>
      <SkeletonLines lines={3} />
    </Section>
  ));
}
