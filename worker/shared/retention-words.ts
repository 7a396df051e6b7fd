import type { RetentionKind } from "./retention.ts";

/** What a kind of data is called, for what it is kept and, where that is not the usual, what ends it. */
type Words = { what: string; why: string; from?: string };

/** The languages that the templates of legal pages are in. */
export type TemplateLocale = "en" | "de";

/** The retention schedule in words. */
export type ScheduleWords = {
  kinds: Record<RetentionKind, Words>;
  grounds: { contract: string; obligation: string; interest: string };
  /** Of what is deleted as soon as it expires. */
  atExpiry: string;
  /** Of an hour, a day, days and years; what ends the kind follows. `%` stands for their number. */
  hour: string;
  day: string;
  days: string;
  years: string;
  /** What ends a kind unless it says otherwise. */
  from: string;
  account: string;
  accountKeeps: string;
  team: string;
  nobody: string;
};

const en: ScheduleWords = {
  kinds: {
    account: {
      what: "your account: name, email address, linked sign-ins, settings",
      why: "to sign you in and to know what is yours",
    },
    sessions: {
      what: "sessions, with browser and country",
      why: "to keep you signed in",
      from: "they expire",
    },
    sign_in: {
      what: "sign-in links and requests to sign in",
      why: "to sign you in",
      from: "they expire",
    },
    sign_in_counts: {
      what: "keyed hashes of the email address and network that asked for a sign-in link",
      why: "to limit abuse",
      from: "the request",
    },
    purchases: {
      what: "orders, subscriptions and payments, with what you agreed to",
      why: "to fulfill the contract, and for accounting and tax",
    },
    checkout_links: {
      what: "links to a checkout that were made for you",
      why: "to open the checkout",
      from: "they expire",
    },
    access: {
      what: "what you have access to: licenses, devices, downloads",
      why: "to deliver what you bought",
    },
    claimed_gifts: { what: "gifts that you accepted", why: "to give you access" },
    unclaimed_gifts: {
      what: "gifts that nobody accepted, with the recipient’s address, both names and the message; purchases that nobody signed in for, with their address",
      why: "to give access",
      from: "they expire",
    },
    emails: {
      what: "emails that the shop sent you",
      why: "to send them, and to prove that they were sent",
    },
    messages: {
      what: "messages of the team to you",
      why: "to write to you, and to know what was written",
    },
    customer_notes: {
      what: "notes and tags of the team about a customer, and what they spent",
      why: "to help you",
    },
    statements: {
      what: "withdrawals and cancellations",
      why: "to act on them, and to prove that they were received",
    },
    unmatched_statements: {
      what: "withdrawals and cancellations about an unknown contract",
      why: "to act on them, until claims end",
      from: "they were received",
    },
    trials: {
      what: "keyed hashes of identities, emails and cards that had a free trial",
      why: "to give one free trial to each customer",
    },
    stripe_events: {
      what: "which messages of Stripe arrived",
      why: "to process each of them once",
      from: "their arrival",
    },
    stripe_payloads: {
      what: "the contents of Stripe’s messages",
      why: "to repeat what failed",
      from: "their arrival",
    },
    feed: {
      what: "the history of purchases and access",
      why: "to tell the seller’s other programs what you have access to",
    },
    delivered_webhooks: {
      what: "deliveries of that history to these programs",
      why: "to see that they arrived",
      from: "the delivery",
    },
    failed_webhooks: {
      what: "deliveries that failed",
      why: "to repeat them",
      from: "the delivery",
    },
    api_answers: {
      what: "answers to these programs",
      why: "to repeat the same answer",
      from: "the answer",
    },
    notifications: {
      what: "notifications to the team about orders",
      why: "to tell the team what happened",
      from: "the notification",
    },
    audit: {
      what: "a log of what the team and you have changed",
      why: "to find out what happened",
    },
    team: {
      what: "invitations of team members, and keys of programs",
      why: "to let the team and its programs work",
    },
    logs: {
      what: "logs of requests and errors, which can contain IP addresses",
      why: "to find faults",
      from: "the request",
    },
    backups: {
      what: "copies of the database that Cloudflare keeps",
      why: "to restore the shop",
      from: "the copy",
    },
    measurements: {
      what: "measurements of requests and jobs",
      why: "to see how fast the shop is",
      from: "the request",
    },
    rendered_texts: {
      what: "the seller’s texts as HTML",
      why: "to show them fast",
      from: "they were saved",
    },
    catalog: { what: "products, pages, files and settings of the shop", why: "to sell" },
    legal_versions: {
      what: "earlier versions of the legal pages",
      why: "so that customers can read what they agreed to",
    },
    figures: { what: "totals of sales, by day", why: "for the overview of the seller" },
    operation: { what: "the state of the shop’s own jobs", why: "to go on where they stopped" },
  },
  grounds: {
    contract: "contract, Art. 6(1)(b) GDPR",
    obligation: "legal obligation, Art. 6(1)(c) GDPR",
    interest: "legitimate interest, Art. 6(1)(f) GDPR",
  },
  atExpiry: "until they expire",
  hour: "until an hour after",
  day: "until a day after",
  days: "until % days after",
  years: "until % years after",
  from: "the end of its use",
  account: "until you delete your account",
  accountKeeps: "always; without your name and email address once you delete your account",
  team: "until the seller deletes them",
  nobody: "always",
};

const de: ScheduleWords = {
  kinds: {
    account: {
      what: "Ihr Konto: Name, E-Mail-Adresse, verknüpfte Anmeldungen, Einstellungen",
      why: "um Sie anzumelden und zu wissen, was Ihnen gehört",
    },
    sessions: {
      what: "Sitzungen, mit Browser und Land",
      why: "damit Sie angemeldet bleiben",
      from: "dem Ablauf",
    },
    sign_in: {
      what: "Anmeldelinks und begonnene Anmeldungen",
      why: "um Sie anzumelden",
      from: "dem Ablauf",
    },
    sign_in_counts: {
      what: "verschlüsselte Prüfsummen der E-Mail-Adresse und des Netzes, aus denen ein Anmeldelink angefordert wurde",
      why: "um Missbrauch zu begrenzen",
      from: "der Anforderung",
    },
    purchases: {
      what: "Bestellungen, Abonnements und Zahlungen, mit dem, worin Sie eingewilligt haben",
      why: "um den Vertrag zu erfüllen, und für Buchführung und Steuern",
    },
    checkout_links: {
      what: "Links zu einer Bestellung, die für Sie angelegt wurden",
      why: "um die Bestellung zu öffnen",
      from: "dem Ablauf",
    },
    access: {
      what: "worauf Sie Zugriff haben: Lizenzen, Geräte, Downloads",
      why: "um zu liefern, was Sie gekauft haben",
    },
    claimed_gifts: {
      what: "Geschenke, die Sie angenommen haben",
      why: "um Ihnen Zugriff zu geben",
    },
    unclaimed_gifts: {
      what: "Geschenke, die niemand angenommen hat, mit der Adresse der beschenkten Person, beiden Namen und der Nachricht; Käufe, für die sich niemand angemeldet hat, mit ihrer Adresse",
      why: "um Zugriff zu geben",
      from: "dem Ablauf",
    },
    emails: {
      what: "E-Mails, die der Shop Ihnen geschickt hat",
      why: "um sie zu senden und das nachzuweisen",
    },
    messages: {
      what: "Nachrichten des Teams an Sie",
      why: "um Ihnen zu schreiben und zu wissen, was geschrieben wurde",
    },
    customer_notes: {
      what: "Notizen und Schlagwörter des Teams zu einem Kunden und dessen Ausgaben",
      why: "um Ihnen helfen zu können",
    },
    statements: {
      what: "Widerrufe und Kündigungen",
      why: "um sie zu bearbeiten und ihren Eingang nachzuweisen",
    },
    unmatched_statements: {
      what: "Widerrufe und Kündigungen zu einem unbekannten Vertrag",
      why: "um sie zu bearbeiten, bis Ansprüche verjährt sind",
      from: "dem Eingang",
    },
    trials: {
      what: "verschlüsselte Prüfsummen von Identitäten, E-Mail-Adressen und Karten, die einen kostenlosen Testzeitraum hatten",
      why: "damit es je Kunde nur einen gibt",
    },
    stripe_events: {
      what: "welche Nachrichten von Stripe eingegangen sind",
      why: "um jede einmal zu verarbeiten",
      from: "dem Eingang",
    },
    stripe_payloads: {
      what: "die Inhalte der Nachrichten von Stripe",
      why: "um Fehlgeschlagenes zu wiederholen",
      from: "dem Eingang",
    },
    feed: {
      what: "der Verlauf von Käufen und Zugriffen",
      why: "um anderen Programmen des Verkäufers zu sagen, worauf Sie Zugriff haben",
    },
    delivered_webhooks: {
      what: "Zustellungen dieses Verlaufs an diese Programme",
      why: "um zu sehen, dass sie angekommen sind",
      from: "der Zustellung",
    },
    failed_webhooks: {
      what: "fehlgeschlagene Zustellungen",
      why: "um sie zu wiederholen",
      from: "der Zustellung",
    },
    api_answers: {
      what: "Antworten an diese Programme",
      why: "um dieselbe Antwort zu wiederholen",
      from: "der Antwort",
    },
    notifications: {
      what: "Benachrichtigungen des Teams über Bestellungen",
      why: "um das Team zu informieren",
      from: "der Benachrichtigung",
    },
    audit: {
      what: "ein Protokoll der Änderungen durch das Team und durch Sie",
      why: "um herauszufinden, was geschehen ist",
    },
    team: {
      what: "Einladungen an Teammitglieder und Schlüssel von Programmen",
      why: "damit das Team und seine Programme arbeiten können",
    },
    logs: {
      what: "Protokolle von Anfragen und Fehlern, die IP-Adressen enthalten können",
      why: "um Fehler zu finden",
      from: "der Anfrage",
    },
    backups: {
      what: "Kopien der Datenbank, die Cloudflare aufbewahrt",
      why: "um den Shop wiederherzustellen",
      from: "dem Anlegen der Kopie",
    },
    measurements: {
      what: "Messungen von Anfragen und Aufgaben",
      why: "um zu sehen, wie schnell der Shop ist",
      from: "der Anfrage",
    },
    rendered_texts: {
      what: "Texte des Verkäufers als HTML",
      why: "um sie schnell anzuzeigen",
      from: "dem Speichern",
    },
    catalog: {
      what: "Produkte, Seiten, Dateien und Einstellungen des Shops",
      why: "um zu verkaufen",
    },
    legal_versions: {
      what: "frühere Fassungen der Rechtstexte",
      why: "damit Kunden nachlesen können, worin sie eingewilligt haben",
    },
    figures: { what: "Summen der Verkäufe je Tag", why: "für die Übersicht des Verkäufers" },
    operation: {
      what: "der Stand der Aufgaben des Shops",
      why: "um dort weiterzumachen, wo sie aufgehört haben",
    },
  },
  grounds: {
    contract: "Vertrag, Art. 6 Abs. 1 lit. b DSGVO",
    obligation: "rechtliche Verpflichtung, Art. 6 Abs. 1 lit. c DSGVO",
    interest: "berechtigtes Interesse, Art. 6 Abs. 1 lit. f DSGVO",
  },
  atExpiry: "bis zum Ablauf",
  hour: "bis eine Stunde nach",
  day: "bis einen Tag nach",
  days: "bis % Tage nach",
  years: "bis % Jahre nach",
  from: "dem Ende der Nutzung",
  account: "bis Sie Ihr Konto löschen",
  accountKeeps: "dauerhaft; ohne Ihren Namen und Ihre E-Mail-Adresse, sobald Sie Ihr Konto löschen",
  team: "bis der Verkäufer sie löscht",
  nobody: "dauerhaft",
};

export const scheduleWords: Record<TemplateLocale, ScheduleWords> = { en, de };
