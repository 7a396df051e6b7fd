import { useQuery } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { describeCode } from "../../messages/errors.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { AccountPages } from "./account-layout.tsx";
import { DeleteForm } from "./delete-form.tsx";
import styles from "./delete-page.module.css";
import { explainDeletion } from "./deletion-copy.ts";
import { ExportData } from "./export-data.tsx";
import { deletionQuery } from "./queries.ts";
import { Section } from "./section.tsx";

/** `/account/delete`: what would happen, said before it does, and then the deed. */
export default function DeletePage() {
  return (
    <AccountPages title="Delete my account">
      <Loaded query={useQuery(deletionQuery)} skeleton={<DeletionSkeleton />}>
        {(deletion) =>
          deletion.isLastOwner ? (
            <LastOwner />
          ) : (
            <>
              <Section
                title="What happens"
                about="None of it can be undone, by you or by the shop."
              >
                <ul className={styles.consequences}>
                  {explainDeletion(deletion).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </Section>
              <Section title="Before you go" about="Afterward nobody can tell you what was here.">
                <ExportData />
              </Section>
              <Section title="Delete it">
                <DeleteForm />
              </Section>
            </>
          )
        }
      </Loaded>
    </AccountPages>
  );
}

function LastOwner() {
  const { title, next } = describeCode("last_owner");
  return (
    <>
      <Notice tone="info" title={title}>
        <p>You are its only one. {next}</p>
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
