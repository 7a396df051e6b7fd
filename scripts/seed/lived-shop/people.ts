import type { Random } from "./random.ts";

/** An invented customer. `country` is an ISO 3166 code. */
export type Person = { email: string; name: string; country: string };

/** First and last names, in ASCII because the sandbox's provider reads the name from the address. */
const names = {
  english: [
    "ada alice arthur beth clara daniel edith fern george harriet isla jonah kit lena margo nell owen pippa ruth silas tess wilf",
    "ashdown barlow carver dunmore ellery fairweather garrow hollis inglis kestrel lowry marsh norwood oakes pell quill rook sedge thorne wren",
  ],
  german: [
    "anke bruno dorothea emil frieda gustav hanne jannik katrin lorenz marlene ole petra ruben sonja theo ulrike wiebke",
    "ackermann brandt dorn eichhorn falk grothe hansen imhoff kessler lindner moorbach nolte petersen reimann seidel tiedemann vogel wattmann",
  ],
  french: [
    "agathe baptiste celine damien elodie florent gaelle hugo ines jules lucie manon noe pauline remi solene",
    "aubert besson carlier delmas estienne fontaine garnier joubert lacroix marchand perrin rivage sabatier tessier vallon",
  ],
  nordic: [
    "astrid birger dagny elsa folke greta henrik ingrid jonas kaja linnea mikkel nora oskar runa signe tove viggo",
    "aaberg bergstrom dahl eklund fossum gran holm isaksen krogh lindqvist moen nygaard ostergaard rask sandvik tangen vik",
  ],
  dutch: [
    "anouk bram daan esmee femke gijs hanneke jasper lieke maarten noor pim roos sander tessa wouter",
    "bakker dekker dijkstra hoekstra jansen kramer meijer oever postma schipper visser waterman zeeman",
  ],
  southern: [
    "alba bruna carlo davide elena fabio giulia ines luca marina nico paola rita sergio teresa vito",
    "almeida bianchi costa duarte esteve ferri greco lagos marini navarro orsini pereira rios salinas torres vela",
  ],
  japanese: [
    "akari daichi emi haruki itsuki kaede mei naoki ren sora yui",
    "aoki fujita hamada inoue kawano minato nagata okabe shirai takeda umino",
  ],
} as const;

const countries = {
  US: { weight: 34, names: "english" },
  GB: { weight: 14, names: "english" },
  DE: { weight: 13, names: "german" },
  CA: { weight: 7, names: "english" },
  FR: { weight: 6, names: "french" },
  NL: { weight: 5, names: "dutch" },
  AU: { weight: 5, names: "english" },
  SE: { weight: 4, names: "nordic" },
  NO: { weight: 2, names: "nordic" },
  DK: { weight: 2, names: "nordic" },
  IE: { weight: 2, names: "english" },
  IT: { weight: 2, names: "southern" },
  ES: { weight: 2, names: "southern" },
  JP: { weight: 2, names: "japanese" },
} as const satisfies Record<string, { weight: number; names: keyof typeof names }>;

const weights = Object.fromEntries(
  Object.entries(countries).map(([code, { weight }]) => [code, weight]),
) as Record<keyof typeof countries, number>;

/** Returns a function that invents a person at each call, never the same one twice. */
export function createPeople(random: Random): () => Person {
  const known = new Set<string>();
  return function invent(): Person {
    const country = random.weighted(weights);
    const [first, last] = names[countries[country].names];
    const words = [random.pick(first.split(" ")), random.pick(last.split(" "))];
    const email = `${words.join(".")}@example.com`;
    if (known.has(email)) return invent();
    known.add(email);
    const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(" ");
    return { email, name, country };
  };
}
