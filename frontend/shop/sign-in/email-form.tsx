import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./providers.module.css";

/** Asks for the address that a sign-in link is sent to. */
export function EmailForm({ busy, onSend }: { busy: boolean; onSend: (email: string) => void }) {
  return (
    <form
      className={styles.email}
      onSubmit={(event) => {
        event.preventDefault();
        const email = new FormData(event.currentTarget).get("email");
        if (!busy && typeof email === "string") onSend(email);
      }}
    >
      <Field label="Email" name="email" type="email" autoComplete="email" required />
      <Button type="submit" busy={busy}>
        Send me a link
      </Button>
    </form>
  );
}
