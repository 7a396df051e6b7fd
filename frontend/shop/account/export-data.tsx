import { useLingui } from "@lingui/react/macro";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import styles from "./account.module.css";
import { useExportAccount } from "./queries.ts";

/** Downloads all data that the shop stores about the user as one file. */
export function ExportData() {
  const { t } = useLingui();
  const download = useExportAccount();
  const freshSignIn = useFreshSignIn("export", download);
  return (
    <>
      {freshSignIn.error && <ErrorNotice error={freshSignIn.error} />}
      <div className={styles.save}>
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? t`Preparing…` : t`Download my data`}
        </Button>
        <output>{download.isSuccess && t`Saved as account.json.`}</output>
      </div>
      {freshSignIn.dialog}
    </>
  );
}
