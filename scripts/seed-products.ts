import type { NewProduct } from "../worker/catalog/schema.ts";
import {
  chorusFiles,
  companionRecordings,
  handbookFiles,
  listeningSheets,
  sessionFiles,
  type SeedFile,
} from "./seed-files.ts";

/** A download with its files, or pages by slug: a page may be in several benefits. */
type SeedBenefit = NewProduct["benefits"][number] & { files?: SeedFile[]; pages?: string[] };

export type SeedProduct = Omit<NewProduct, "benefits"> & { benefits: SeedBenefit[] };

/** The demo shop: Tidewater, an independent publisher for people who record the sound of places. */
export const seedCatalog: SeedProduct[] = [
  {
    slug: "membership",
    name: "Tidewater Membership",
    tagline: "One place a month, recorded slowly and explained in full.",
    description: `On the first Sunday of each month we go somewhere, stay until it is quiet, and record it. Members get the whole thing: the untouched stereo files, the microphone positions drawn to scale, and a written account of every decision, the wrong ones included.

So far that has meant a salt marsh at slack tide, the inside of a lock gate, a heronry in March and one very patient lighthouse.

## A month with us

- **The session.** Between forty and ninety minutes at 96 kHz / 24-bit, with no noise reduction and no music.
- **The notebook.** Eight to twelve pages: map, weather, kit, levels, and what we would do differently.
- **The listening room.** One evening, one recording, about thirty people. We play it once in silence and then talk. It is recorded for those who are asleep at the time.

Every earlier session is open to you from the first day, and there are thirty-one of them. You may use anything in your own films, games and music, with a credit, for as long as you live; ending the membership does not end that.

The first fourteen days cost nothing. Cancel from your account whenever you like: no letter, no form, no questions.`,
    exclusiveGroup: "membership",
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
        settings: { note: "Ten seconds of it here; this is a demonstration." },
        files: sessionFiles,
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
    description: `Most books about recording are written in studios. This one was written in car parks, hides and the lee of walls, over nine years, by people who had wet feet at the time.

It begins where the trouble begins: wind, handling noise, your own jacket. Then it goes on to the harder part, which is choosing where to stand and how long to stay there.

## What it covers

1. **Quiet.** Finding it, waiting for it, and working when there is none.
2. **Microphones outdoors.** Spaced omnis, M/S, binaural and boundary, with a drawing of every array and what it is bad at.
3. **Wind.** Three chapters, because it deserves three chapters.
4. **Levels, gain and self-noise,** explained once, with numbers you can carry in your head.
5. **Water, insects, ice, crowds:** four subjects that break the rules.
6. **Afterward.** Naming, backing up, listening back, and throwing most of it away.

There are 212 pages and 64 drawings, and forty-one recordings that the text refers to by number. It comes as a PDF set for reading on paper and an EPUB set for reading on the bus.

Buy it once. New editions are yours as well; the third one is in the works.`,
    prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
    benefits: [
      {
        type: "download",
        name: "The handbook",
        settings: { note: "212 pages on paper, a few less in this demonstration." },
        files: handbookFiles,
      },
      {
        type: "download",
        name: "Companion recordings",
        settings: { note: "The first three of forty-one, cut short for this demonstration." },
        files: companionRecordings,
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
    description: `Shingle, sand, slate, concrete, mangrove root. Water sounds like what it touches, so this library is arranged by the thing it touches and only then by how hard.

We recorded it over four winters on eleven coasts, nearly always between two and five in the morning, when there are no planes. Each place was taken at three distances and at two states of the tide, so that you can cut from the cliff top to the waterline and stay on the same beach.

## In the library

- 214 recordings, 19 hours, 96 kHz / 24-bit WAV
- Loops of ninety seconds and more, joined by hand and checked by ear
- A quiet set of 38 recordings that peak below −40 dBFS, for putting underneath things
- Full UCS names and metadata, so your librarian will recognize everything

## The license, in one paragraph

Use the recordings in anything you make, paid or not, in any number of projects, forever. Do not sell them on as recordings. If you work in a team, everyone on the project may use them; you are the one who holds the license.

A sampler of twelve is in **First Light**, which is free. Listen to that one first.`,
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
    description: `Ponds click. Ice sings when the sun reaches it. A harbor at night is louder below than above. You need about twenty dollars of parts to hear this, and somebody to tell you which twenty.

Over six recorded evenings you build two hydrophones, learn to place them, and bring back one finished recording. You work at your own speed; we answer questions every week and listen to everything that people send.

## The six evenings

1. Piezo, cable, potting: building the first one
2. Preamps, phantom power and why yours hums
3. Building the second one, better
4. Still water: ponds, bogs, rain barrels
5. Moving water: rivers, harbors, tides, and getting your gear back
6. Listening through: editing, and writing the note that goes with it

You will need a recorder with a microphone input, an iron and a weekend per lesson. A parts list with shops on four continents is included, and it is kept current.

Nobody has drowned. Lesson five begins with how that is arranged.`,
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
    description: `For sound departments, game studios and schools. It is everything in the Tidewater Membership, held by one account and used by up to ten people who work together.

Two things are added, both because studios asked for them.

**The stems.** Where we recorded with more than one pair, you get each pair by itself, aligned to the sample and labeled by distance. You can move the listener after the fact, which is usually what the director turns out to want.

**Requests.** Twice a year you may ask for a place, a season or a condition, within reason and within two days' travel. We asked a quarry to stop for an hour on behalf of a member once, and it did. What we record goes to all studios three months later; until then it is yours alone.

## Practical matters

- One invoice, monthly or yearly
- No credit is required on shipped work, though it is always kind
- Use continues for everything you started while you were a member

You hold one membership at a time. If you already have a personal one, end it first from your account; what you downloaded stays yours.

The first fourteen days are free, as with the other one.`,
    exclusiveGroup: "membership",
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
    description: `For teachers of sound, film, geography and birds. You hold the seats; your students listen.

Each seat opens every session we have made, in a player that needs no account, together with a **listening sheet** for each: three questions, ten minutes, no wrong answers. Teachers tell us that the second question does the work.

- Add or give back seats whenever a student comes or goes; you pay for the days that you had them
- A yearly plan runs from September if you tell us so
- Nothing is recorded about who listens to what

If your school cannot pay by card, write to us.`,
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
      { type: "download", name: "Listening sheets", settings: {}, files: listeningSheets },
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
    description: `Recorded on a common in Norfolk on the second Sunday of May, from the last owl at 03:10 to the first dog walker at 07:06.

We make one of these each year, and we have never known what to charge for it. Some people play it every night; some play it once, at breakfast, and write to us. So you decide. **Anything from three dollars is right**, and what comes in above our costs pays for the common's hedges, which is where most of the singing is done.

Four hours of WAV at 96 kHz / 24-bit, an MP3 for the kitchen, and a chart of who begins when.`,
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
        files: chorusFiles,
      },
    ],
  },
  {
    slug: "first-light",
    name: "First Light",
    tagline: "Twelve recordings and one page of advice. Free.",
    description: `This is where to begin. It costs nothing, and it will tell you in about an hour whether the rest of this shop is for you.

You get twelve recordings, one for each month, all made within twenty minutes of sunrise. They were chosen to be unlike one another: a curlew over wet sand, a bakery's extractor fan in fog, a frozen reservoir letting go.

With them comes **one page of advice**. It is really one page. It says what to buy with no money, with a hundred dollars and with a thousand, and it ends with the exercise we give to everybody who visits: sit outside for ten minutes, write down each sound in the order you notice it, then record the same place and find out what you missed.

Nearly everyone misses the same thing. We will not say what it is.

The recordings are 48 kHz / 24-bit and free to use in whatever you make. If you keep one of them for longer than a year, write and tell us which.`,
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
