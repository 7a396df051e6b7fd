import type { NewProduct } from "../../worker/admin/products/schema.ts";

/** A file in `demo-files/downloads`, with the name and label that the library shows. */
export type SeedFile = { fileName: string; name: string; label?: string };

type SeedBenefit = NewProduct["benefits"][number] & {
  /** For a download: its files. */
  files?: SeedFile[];
  /** For a page benefit: slugs of pages in `demo-files/pages`. Several benefits can include the same page. */
  pages?: string[];
};

export type SeedProduct = Omit<NewProduct, "description" | "benefits"> & {
  benefits: SeedBenefit[];
};

/**
 * The products of the demo shop: Tidewater, an independent publisher for people who record the sound of places. A
 * product's description is in `demo-files/products`, under its slug.
 */
export const seedProducts: SeedProduct[] = [
  {
    slug: "membership",
    name: "Tidewater Membership",
    tagline: "One place a month, recorded slowly and explained in full.",
    planGroup: "membership",
    prices: [
      {
        type: "recurring",
        interval: "month",
        intervalCount: 1,
        amountMinor: 900,
        currency: "usd",
        trialDays: 14,
      },
      {
        type: "recurring",
        interval: "year",
        intervalCount: 1,
        amountMinor: 9000,
        currency: "usd",
        trialDays: 14,
      },
    ],
    benefits: [
      {
        type: "page",
        name: "Notes from the field, one for each session",
        settings: { note: "A new one appears with each session, on the first Sunday." },
        pages: ["slack-tide", "a-heronry-in-march", "one-very-patient-lighthouse"],
      },
      {
        type: "download",
        name: "This month's session and its notebook",
        settings: { note: "One second of it here; this is a demonstration." },
        files: [
          { fileName: "slack-tide.wav", name: "Slack tide, stereo mix" },
          { fileName: "notebook-31.pdf", name: "Notebook 31: Slack Tide, PDF" },
        ],
      },
      {
        type: "link",
        name: "Every earlier session, back to the first",
        settings: { url: "https://example.com/tidewater/sessions" },
      },
      {
        type: "link",
        name: "A seat in the listening room",
        settings: {
          url: "https://example.com/tidewater/listening-room",
          note: "Last Thursday of the month, 19:00 UTC.",
        },
      },
      {
        type: "feature",
        name: "Guests you may bring to the listening room",
        settings: { key: "listening-room-guests", limit: { amount: 2, perSeat: false } },
      },
      {
        type: "feature",
        name: "Use in your own work, with a credit",
        settings: { key: "use-with-credit" },
      },
    ],
  },
  {
    slug: "field-handbook",
    name: "The Field Handbook",
    tagline: "Everything between leaving the house and a recording worth keeping.",
    prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
    benefits: [
      {
        type: "download",
        name: "The handbook",
        settings: { note: "212 pages on paper, fewer in this demonstration." },
        files: [
          { fileName: "the-field-handbook.pdf", name: "The Field Handbook, PDF", label: "2" },
          { fileName: "the-field-handbook.epub", name: "The Field Handbook, EPUB", label: "2" },
        ],
      },
      {
        type: "download",
        name: "Companion recordings",
        settings: { note: "The first three of forty-one, cut short for this demonstration." },
        files: [
          { fileName: "01-shingle-waterline.wav", name: "1. Shingle, from the waterline" },
          { fileName: "02-shingle-cliff-top.wav", name: "2. Shingle, from the cliff top" },
          { fileName: "03-harbor-wall.wav", name: "3. Harbor wall, slack tide" },
        ],
      },
      {
        type: "license_key",
        name: "Tidebook, the logbook app for the field",
        settings: {
          prefix: "TIDE",
          activationLimit: 3,
          note: "Paste the key into the app. It works without a network, where you will be.",
        },
      },
      {
        type: "page",
        name: "Errata and field notes",
        settings: {},
        pages: ["handbook-errata", "handbook-field-notes"],
      },
      {
        type: "link",
        name: "The readers' map of quiet places",
        settings: {
          url: "https://example.com/tidewater/handbook/map",
          note: "Kept by readers. Please add yours, and keep the gate shut.",
        },
      },
      {
        type: "feature",
        name: "Questions to the authors, each year",
        settings: { key: "author-questions", limit: { amount: 4, perSeat: false } },
      },
      { type: "feature", name: "Every later edition", settings: { key: "later-editions" } },
    ],
  },
  {
    slug: "shoreline",
    name: "Shoreline",
    tagline: "214 recordings of where the water meets something else.",
    prices: [{ type: "one_time", amountMinor: 4900, currency: "usd" }],
    benefits: [
      {
        type: "link",
        name: "The complete library, 19 hours of WAV",
        settings: {
          url: "https://example.com/tidewater/shoreline",
          note: "38 GB, in eleven parts.",
        },
      },
      { type: "feature", name: "License for any number of projects", settings: {} },
      {
        type: "feature",
        name: "Additions to the library",
        settings: { note: "The fifth winter is being edited now." },
      },
    ],
  },
  {
    slug: "under-the-surface",
    name: "Under the Surface",
    tagline: "A hydrophone course in six evenings, with a soldering iron.",
    prices: [{ type: "one_time", amountMinor: 12900, currency: "usd" }],
    benefits: [
      {
        type: "link",
        name: "The six evenings, to keep",
        settings: { url: "https://example.com/tidewater/under-the-surface" },
      },
      {
        type: "page",
        name: "Parts list",
        settings: { note: "Checked each month." },
        pages: ["parts-list"],
      },
      {
        type: "feature",
        name: "Your questions answered, weekly",
        settings: { key: "course-questions" },
      },
    ],
  },
  {
    slug: "studio-membership",
    name: "Studio Membership",
    tagline: "The membership, for a room of up to ten people.",
    planGroup: "membership",
    prices: [
      {
        type: "recurring",
        interval: "month",
        intervalCount: 1,
        amountMinor: 3900,
        currency: "usd",
        trialDays: 14,
      },
      {
        type: "recurring",
        interval: "year",
        intervalCount: 1,
        amountMinor: 39000,
        currency: "usd",
        trialDays: 14,
      },
    ],
    benefits: [
      {
        type: "link",
        name: "Every session, with stems",
        settings: {
          url: "https://example.com/tidewater/studio",
          note: "Share this page within your room of ten.",
        },
      },
      {
        type: "page",
        name: "Notes from the field, and how the stems are made",
        settings: {},
        pages: [
          "stems-and-distances",
          "slack-tide",
          "a-heronry-in-march",
          "one-very-patient-lighthouse",
        ],
      },
      {
        type: "feature",
        name: "Recording requests a year",
        settings: { key: "recording-requests", limit: { amount: 2, perSeat: false } },
      },
      {
        type: "feature",
        name: "Use without a credit",
        settings: { key: "use-without-credit" },
      },
    ],
  },
  {
    slug: "classroom",
    name: "Classroom Seats",
    tagline: "The whole archive for a class, one seat for each pair of ears.",
    prices: [
      {
        type: "recurring",
        model: "per_seat",
        interval: "month",
        intervalCount: 1,
        amountMinor: 300,
        currency: "usd",
        trialDays: 0,
      },
      {
        type: "recurring",
        model: "per_seat",
        interval: "year",
        intervalCount: 1,
        amountMinor: 3000,
        currency: "usd",
        trialDays: 0,
      },
    ],
    benefits: [
      {
        type: "license_key",
        name: "Class player",
        settings: {
          prefix: "CLASS",
          activationLimit: 1,
          perSeat: true,
          note: "One key for all of you; each seat is one device.",
        },
      },
      {
        type: "feature",
        name: "Seats in the archive",
        settings: { key: "archive-seats", limit: { amount: 1, perSeat: true } },
      },
      {
        type: "download",
        name: "Listening sheets",
        settings: {},
        files: [{ fileName: "listening-sheets.pdf", name: "Listening Sheets, PDF" }],
      },
      {
        type: "page",
        name: "Notes for teachers",
        settings: {},
        pages: ["from-other-classrooms"],
      },
      {
        type: "link",
        name: "The archive, for your class",
        settings: { url: "https://example.com/tidewater/classroom" },
      },
    ],
  },
  {
    slug: "dawn-chorus",
    name: "Dawn Chorus",
    tagline: "One May morning, four hours, uncut. You say what it is worth.",
    prices: [
      {
        type: "one_time",
        model: "pay_what_you_want",
        minimumMinor: 300,
        presetMinor: 1000,
        currency: "usd",
      },
    ],
    benefits: [
      {
        type: "download",
        name: "Dawn Chorus, and who begins when",
        settings: { note: "Cut short for this demonstration; the dog walker is missing." },
        files: [
          { fileName: "dawn-chorus-sample.wav", name: "Four hours, in one second" },
          { fileName: "who-begins-when.pdf", name: "Who Begins When, PDF" },
        ],
      },
    ],
  },
  {
    slug: "first-light",
    name: "First Light",
    tagline: "Twelve recordings and one page of advice. Free.",
    prices: [{ type: "one_time", amountMinor: 0, currency: "usd" }],
    benefits: [
      {
        type: "link",
        name: "Twelve recordings",
        settings: { url: "https://example.com/tidewater/first-light" },
      },
      {
        type: "page",
        name: "One page of advice",
        settings: {},
        pages: ["one-page-of-advice"],
      },
    ],
  },
];
