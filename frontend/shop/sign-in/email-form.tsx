import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import styles from "./providers.module.css";

/** Asks for the email address to send a sign-in link to. */
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
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <Button type="submit" busy={busy}>
        Send me a link
      </Button>
    </form>
  );
}
