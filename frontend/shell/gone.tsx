import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHeading } from "./page-heading.tsx";
import { StatusPage } from "./status-page.tsx";

/** The page of a product that is no longer sold. */
export function Gone() {
  return (
    <StatusPage>
      <PageHeading documentTitle="No longer for sale">This product is no longer sold.</PageHeading>
      <p>If you bought it, it is still in your library.</p>
      <ButtonLink href={paths.home}>See what is for sale</ButtonLink>
    </StatusPage>
  );
}
