import { createInterface } from "node:readline/promises";
import { dataLocations, formatDataPlace, type DataPlace } from "./data-place.ts";

const places: { place: DataPlace; label: string }[] = [
  ...Object.entries(dataLocations).map(([location, label]) => ({
    place: { location: location as keyof typeof dataLocations },
    label,
  })),
  {
    place: { jurisdiction: "eu" },
    label: "the European Union, and nothing is stored outside of it",
  },
];

const prompt = `1 to ${places.length}: `;

/**
 * Asks in a terminal where the data of a new shop should be, until the answer is one of the numbers.
 * @throws Error if the terminal is closed without an answer
 */
export async function choosePlace(
  terminal: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream } = {
    input: process.stdin,
    output: process.stdout,
  },
): Promise<DataPlace> {
  const { output } = terminal;
  output.write(
    "Where should Cloudflare keep the database and the files of the shop? This cannot be changed later.\n",
  );
  for (const [index, { label }] of places.entries()) output.write(`  ${index + 1}  ${label}\n`);
  const lines = createInterface(terminal);
  try {
    output.write(prompt);
    for await (const line of lines) {
      const chosen = places[Number(line.trim()) - 1];
      if (chosen) {
        output.write(`Keep this in your settings: ${formatDataPlace(chosen.place)}\n`);
        return chosen.place;
      }
      output.write(prompt);
    }
  } finally {
    lines.close();
  }
  throw new Error("No place was chosen, and nothing was changed");
}
