import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHeading } from "./page-heading.tsx";
import { StatusPage } from "./status-page.tsx";

/** The page for unknown URLs. */
export function NotFound() {
  return (
    <StatusPage>
      <PageHeading documentTitle="Page not found">There is nothing at this address.</PageHeading>
      <p>It may have moved, or the link may have lost a letter on its way to you.</p>
      <ButtonLink href={paths.home}>Go to the shop</ButtonLink>
    </StatusPage>
  );
}
