import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { useFreshSignIn } from "../sign-in/use-fresh-sign-in.tsx";
import styles from "./profile-form.module.css";
import { useExport } from "./queries.ts";

/** Everything the shop holds about the person, as one file. */
export function ExportData() {
  const download = useExport();
  const again = useFreshSignIn("export", download);
  return (
    <>
      {again.error && <ErrorNotice error={again.error} />}
      <div className={styles.actions}>
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? "Gathering…" : "Download my data"}
        </Button>
        <output>{download.isSuccess ? "Saved as account.json." : ""}</output>
      </div>
      {again.dialog}
    </>
  );
}
