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
  return (
    <AccountLayout title="Delete my account">
      <QueryBoundary query={useQuery(deletionPreviewQuery)} skeleton={<DeletionSkeleton />}>
        {(deletion) =>
          deletion.isLastOwner ? (
            <LastOwner />
          ) : (
            <>
              <Section
                title="What happens"
                description="None of it can be undone, by you or by the shop."
              >
                <ul className={styles.consequences}>
                  {explainDeletion(deletion).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </Section>
              <Section
                title="Before you go"
                description="Afterward nobody can tell you what was here."
              >
                <ExportData />
              </Section>
              <Section title="Delete it">
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
  const { title, nextStep } = describeErrorCode("last_owner");
  return (
    <>
      <Notice tone="info" title={title}>
        <p>You are its only one. {nextStep}</p>
      </Notice>
      <ButtonLink href={paths.account}>Back to the account</ButtonLink>
    </>
  );
}

function DeletionSkeleton() {
  return ["What happens", "Before you go"].map((title) => (
    <Section key={title} title={title}>
      <SkeletonLines lines={3} />
    </Section>
  ));
}
