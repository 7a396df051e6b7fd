import { makeEpub } from "./seed-formats/epub.ts";
import { makePdf } from "./seed-formats/pdf.ts";
import { makeSurf } from "./seed-formats/wav.ts";

/** Something to download: what people call it, and its one version. */
export type SeedFile = {
  name: string;
  label: string;
  fileName: string;
  contentType: string;
  make: () => Uint8Array;
};

const demonstration =
  "This copy belongs to a demonstration. The real one would be longer, and would have drawings.";

const handbook = {
  title: "The Field Handbook",
  paragraphs: [
    demonstration,
    "1. Quiet. Quiet is not found by looking for it. Walk away from the road until you no longer hear it, and then walk on as far again: the microphone hears better than you do. Sit. In ten minutes the birds will have decided about you.",
    "2. Microphones outdoors. A pair of omnis, as far apart as your two hands when you describe a fish, solves most of what a day will ask of you. It is bad at one thing, which is leaving out the person beside you.",
    "3. Wind. There are three chapters on this. They come to: get lower, get behind something, and go home earlier than you wanted to.",
    "4. Levels. Leave twelve decibels for what has not happened yet. The quiet that you cannot hear on the way home will still be there; the shout that clipped will not come again.",
    "5. Water, insects, ice, crowds. Each of them breaks a rule of the other chapters. Write down which one it broke before you write down anything else.",
    "6. Afterward. Name the file in the field, in words. Copy it twice before dinner. Listen once, all of it, and throw most of it away.",
  ],
};

const pdf = (fileName: string, text: { title: string; paragraphs: string[] }, label = "") => ({
  name: `${text.title}, PDF`,
  label,
  fileName,
  contentType: "application/pdf",
  make: () => makePdf(text),
});

const wav = (
  name: string,
  fileName: string,
  sea: { seconds: number; period: number; seed: number },
) => ({
  name,
  label: "",
  fileName,
  contentType: "audio/wav",
  make: () => makeSurf(sea),
});

export const handbookFiles: SeedFile[] = [
  pdf("the-field-handbook.pdf", handbook, "2"),
  {
    name: "The Field Handbook, EPUB",
    label: "2",
    fileName: "the-field-handbook.epub",
    contentType: "application/epub+zip",
    make: () => makeEpub({ id: "urn:tidewater:field-handbook:2", ...handbook }),
  },
];

export const companionRecordings: SeedFile[] = [
  wav("1. Shingle, from the waterline", "01-shingle-waterline.wav", {
    seconds: 8,
    period: 4,
    seed: 11,
  }),
  wav("2. Shingle, from the cliff top", "02-shingle-cliff-top.wav", {
    seconds: 6,
    period: 6,
    seed: 12,
  }),
  wav("3. Harbor wall, slack tide", "03-harbor-wall.wav", { seconds: 6, period: 3, seed: 13 }),
];

export const sessionFiles: SeedFile[] = [
  wav("Slack tide, stereo mix", "slack-tide.wav", { seconds: 10, period: 5, seed: 31 }),
  pdf("notebook-31.pdf", {
    title: "Notebook 31: Slack Tide",
    paragraphs: [
      demonstration,
      "Place: a salt marsh on the east side of an estuary, forty minutes on foot from the last gate. Weather: four degrees, wind from the land, dying at dusk.",
      "Kit: two omnis on one bar, sixty centimeters apart, at the height of the reeds. Levels were set for the geese and left there.",
      "What we would do differently: come an hour earlier. Slack tide had begun without us.",
    ],
  }),
];

export const listeningSheets: SeedFile[] = [
  pdf("listening-sheets.pdf", {
    title: "Listening Sheets",
    paragraphs: [
      demonstration,
      "Each sheet has three questions and takes ten minutes. There are no wrong answers, and nothing is handed in.",
      "1. What did you hear first? 2. What was there all the time? 3. Who else could hear it?",
    ],
  }),
];

export const chorusFiles: SeedFile[] = [
  wav("Four hours, in ten seconds", "dawn-chorus-sample.wav", { seconds: 10, period: 2, seed: 51 }),
  pdf("who-begins-when.pdf", {
    title: "Who Begins When",
    paragraphs: [
      demonstration,
      "03:10 the last owl. 03:24 skylark. 03:31 robin and blackbird, within a minute of one another. 03:58 song thrush. 04:20 wren, louder than it has any right to be. 07:06 the first dog walker.",
    ],
  }),
];
