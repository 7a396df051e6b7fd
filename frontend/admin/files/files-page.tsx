import { useQuery } from "@tanstack/react-query";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage, Part } from "../frame/console-page.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import {
  GoodField,
  goodsQuery,
  useChosenGood,
  type Good,
} from "../products/deliverable-benefits.tsx";
import { filesQuery } from "./queries.ts";
import { FileRows } from "./file-rows.tsx";
import { DropArea } from "./drop-area.tsx";
import { UploadList } from "./upload-list.tsx";

/** `/admin/files`: what is downloaded, by the benefit that gives it. */
export default function FilesPage() {
  const goods = useQuery(goodsQuery("download"));
  return (
    <ConsolePage
      title="Files"
      about="What buyers download. A new version is theirs at once, wherever the file is part of what they have."
    >
      <Loaded query={goods} skeleton={<SkeletonLines lines={5} />}>
        {(list) => <Downloads list={list} />}
      </Loaded>
    </ConsolePage>
  );
}

function Downloads({ list }: { list: Good[] }) {
  const [good, choose] = useChosenGood(list);
  if (!good)
    return (
      <Empty title="Nothing is downloaded yet.">
        <p>
          Files belong to a product: give it a benefit of the type “download”, and add them here.
        </p>
        <ButtonLink href={consolePaths.products}>Go to the products</ButtonLink>
      </Empty>
    );
  return (
    <>
      <GoodField label="Download" list={list} chosen={good} onChoose={choose} />
      <FilesOf key={good.id} benefitId={good.id} name={good.name} />
    </>
  );
}

function FilesOf({ benefitId, name }: { benefitId: string; name: string }) {
  const files = useQuery(filesQuery(benefitId));
  return (
    <Loaded query={files} skeleton={<SkeletonLines lines={5} />}>
      {(list) => {
        const offered = list.filter(({ archivedAt }) => archivedAt === null);
        const archived = list.filter(({ archivedAt }) => archivedAt !== null);
        return (
          <>
            <DropArea benefitId={benefitId} />
            <UploadList benefitId={benefitId} files={list} />
            <Part title={name} about="In the order in which buyers see them.">
              {offered.length === 0 ? (
                <p>No files yet. Drop one above.</p>
              ) : (
                <FileRows benefitId={benefitId} files={offered} />
              )}
            </Part>
            {archived.length > 0 && (
              <Part title="Archived" about="Nobody is offered these; nothing of them is lost.">
                <FileRows benefitId={benefitId} files={archived} />
              </Part>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
