export type SeedPage = {
  slug: string;
  title: string;
  /** Markdown, both: the excerpt for everybody, the body for those who have it. */
  excerpt: string;
  body: string;
};

/** What Tidewater writes for those who have bought something. */
export const seedPages: SeedPage[] = [
  {
    slug: "handbook-errata",
    title: "Errata, kept current",
    excerpt: `Every book about microphones has a drawing in it that is upside down. Ours is on page 88. This page lists what else we got wrong, who told us, and what the third edition will say instead.`,
    body: `Every book about microphones has a drawing in it that is upside down. Ours is on page 88. Below is everything else that we know of. If you find something that is not here, write to us: whoever is first gets their name in the list and a postcard.

## Wrong, and sorry

| page | it says | it should say | found by |
| ---: | --- | --- | --- |
| 31 | 12 dB of headroom “at most” | 12 dB of headroom **at least** | Ines |
| 54 | AB at 60 mm | AB at 60 **cm** | nearly everyone |
| 88 | the drawing of M/S | the same drawing, turned over | Tomasz |
| 131 | ice sings “when it freezes” | ice sings when the sun reaches it | a reader in Inari |
| 190 | \`place-date\` | \`date-place\`, so that files sort by themselves | us, too late |

## Less wrong than out of date

The preamp on page 47 is no longer made. Of what can be bought today, whatever has a self-noise below **−127 dBu (A)** will not be the loudest thing in your recording.[^1] The shop on page 204 has closed; the [parts list](/read/parts-list) has the others.

## For the third edition

- [x] Turn over page 88
- [x] A chapter on fog, which turns out to be a subject
- [ ] Redraw every array to one scale
- [ ] Recording 17 again, ~~with~~ without the dog

[^1]: The marsh in recording 3 is at about 21 dB SPL. At that level you hear your own jacket first, then the preamp, then the marsh.
`,
  },
  {
    slug: "handbook-field-notes",
    title: "Field notes to the forty-one recordings",
    excerpt: `The book refers to its recordings by number and says what they are for. It does not say what happened. These are the notes as they were written on the day, in the order of the numbers, with very little tidied up.`,
    body: `The book refers to its recordings by number and says what they are for. It does not say what happened. These are the notes as they were written on the day, with very little tidied up. The rest are being typed.

## 1. Shingle, from the waterline

Five in the morning, two degrees. Spaced omnis on a bar, forty centimeters above the stones. For the first twenty minutes we recorded a zip. It was mine.

What you hear after each wave is not water but stones rolling back: count how long they take and you know how steep the beach is. *Listen for the third wave of every set; it is the one that goes quiet before it breaks.*

## 2. Shingle, from the cliff top

The same beach and the same bar, eighty meters higher and a quarter of an hour later. Everything above two kilohertz has stayed below. We had thought we would need a different microphone for this one. We needed a longer walk.

## 3. Harbor wall, slack tide

> The tide turned at 04:52. Nobody noticed but the ropes.

Boundary microphones, taped to the wall. At slack water a harbor stops talking and starts to creak. The hum at the left is a freezer in the fish market, and we have decided that it belongs there.

---

**If you use these in class:** play number 1, then number 2, and ask which is louder. They were normalized to the same level.
`,
  },
  {
    slug: "slack-tide",
    title: "Slack tide",
    excerpt: `There are about eleven minutes, twice a day, in which a salt marsh has nothing to do. The water has stopped coming in and has not yet decided to leave. We had tried to record it four times, and had four recordings of ourselves being late.`,
    body: `There are about eleven minutes, twice a day, in which a salt marsh has nothing to do. The water has stopped coming in and has not yet decided to leave. We had tried to record it four times, and had four recordings of ourselves being late.

The trouble is that the tables are for the harbor. The marsh is forty minutes behind it, and how much behind depends on the wind of the day before. This time we did what we should have done at first, which was to put a stick in the mud and watch the stick.

## Where we stood

The bar went up among the reeds, at their height, so that they are around you rather than in front of you. Two omnis, sixty centimeters apart. The recorder was in a bag in another bag, twenty meters away, because of the cold and because one of us breathes.

## What to listen for

1. **The first three minutes** are still the incoming tide: small, from the left, like somebody leafing through a book.
2. **Then it stops.** It takes a while to believe it. A redshank, far off, tells you how large the place is.
3. **At 11:40** the water goes. It does not begin anywhere. You will find that you have been hearing it for some time.

The geese at 17:05 were not planned. We set the level for them an hour before, and then spent an hour being sure that we had set it wrong.

## What we would do differently

Come earlier. Bring the second stick.
`,
  },
  {
    slug: "a-heronry-in-march",
    title: "A heronry in March",
    excerpt: `Herons look as though they would sound like something. They do not. They sound like a door, and a cough, and a bag of coat hangers thrown down a staircase; and in March there are forty of them in six trees.`,
    body: `Herons look as though they would sound like something. They do not. They sound like a door, and a cough, and a bag of coat hangers thrown down a staircase; and in March there are forty of them in six trees.

One does not walk up to a heronry. We asked the keeper in November, put the microphones up in December when nobody was at home, and left a cable of a hundred and ten meters in the leaves. When we came back in March they had built a nest around one of the two.

## Levels

| what | at the microphone |
| --- | ---: |
| the wood, before five | 24 dB |
| greeting at the nest | 78 dB |
| bills, close | 84 dB |
| the keeper's quad bike | 71 dB, at 06:30, daily |

The right-hand channel is the one inside the nest. We thought of leaving it out, and then listened to it.

## If you want to use it

It cuts well under anything that is meant to be old. One of you has already used it as a shipyard, and was right to.
`,
  },
  {
    slug: "one-very-patient-lighthouse",
    title: "One very patient lighthouse",
    excerpt: `A lighthouse makes no sound, which was the reason to go. We wanted to know what one hears inside it when the lamp goes round: forty tons of glass on a bath of mercury, turning since 1904 without being asked.`,
    body: `A lighthouse makes no sound, which was the reason to go. We wanted to know what one hears inside it when the lamp goes round: forty tons of glass on a bath of mercury, turning since 1904 without being asked.

One hears oneself, mostly. The stair has 214 steps and remembers each of them for two and a half seconds. So we sat down, and waited for the building to forget us. It took most of an hour.

What was left was this: a tick, once in every turn, from a bearing that three engineers have looked for; the wind in the gallery rail, which has a note and keeps to it; and below everything, something that we took for the sea and that was the **mercury**.

## Method

Contact microphones on the iron and one pair of omnis at the foot of the lens, hung rather than stood. The keeper switched off the refrigerator. Nobody had ever asked, and it turned out to have been the loudest thing in the tower.

Recorded from 23:00 to 03:00. We give you the third hour.
`,
  },
  {
    slug: "stems-and-distances",
    title: "How the stems are aligned",
    excerpt: `Each pair by itself, aligned to the sample and labeled by distance: so says the page where you bought it. This one says how, and what to do when a director wants the listener to stand up and walk.`,
    body: `Each pair by itself, aligned to the sample and labeled by distance. This is how, and what to do when a director wants the listener to stand up and walk.

We clap once, at the main pair, at the beginning of every session. That clap is at sample 0 of every stem, **with the sound's own travel left in**. At 40 m the near pair hears it 116 ms before the far one, and so should your audience.

\`\`\`
session-31/
  31-near-003m.wav    the bar among the reeds
  31-mid-040m.wav     the dike
  31-far-180m.wav     the gate, facing away
\`\`\`

To walk from near to far, fade over at least four seconds and let both play. To *cut* from one to the other, move the far stem back by its distance divided by 0.343, in milliseconds, or it will sound like an edit. It is the only time you should.
`,
  },
  {
    slug: "parts-list",
    title: "Parts list, with shops on four continents",
    excerpt: `Twenty dollars of parts, and which twenty. The list is checked on the first of each month by ordering from it.`,
    body: `Twenty dollars of parts, and which twenty. The list is checked on the first of each month by ordering from it. Prices are for two hydrophones, without postage.

| part | what to ask for | how many | about |
| --- | --- | ---: | ---: |
| piezo disc | brass, 27 mm, no lead attached | 4 | $2 |
| cable | microphone cable, 4 mm, **not** twin-core speaker wire | 12 m | $9 |
| potting | two-part polyurethane, 60 Shore A | 100 ml | $6 |
| plug | 3.5 mm or XLR, as your recorder has it | 2 | $4 |
| heat-shrink | with glue inside | 20 cm | $1 |

## Before you order

- [ ] Your recorder has *plug-in power* and a switch to turn it off
- [ ] The iron has a fine tip; a piezo dies at 300 °C in four seconds
- [ ] Somebody at home knows what the smell will be

Epoxy will do instead of polyurethane if it must. It rings at about 6 kHz, which you will hear in everything, always.
`,
  },
  {
    slug: "one-page-of-advice",
    title: "One page of advice",
    excerpt: `It is really one page. It says what to buy with no money, with a hundred dollars and with a thousand, and it ends with an exercise.`,
    body: `**With no money:** your telephone, held still, out of the wind, for longer than seems polite. Two minutes is a recording. Ten seconds is a note to yourself.

**With a hundred dollars:** a small recorder with two microphones, secondhand, and a furry thing to put on it. Buy the furry thing first.

**With a thousand:** the same recorder. Two quiet omnis. A train ticket.

## The exercise

Sit outside for ten minutes. Write down each sound in the order you notice it. Then record the same place for ten minutes from the same chair, listen, and find out what you missed.

Nearly everyone misses the same thing. If you write and tell us what it was for you, we will tell you what it was for us.
`,
  },
  {
    slug: "from-other-classrooms",
    title: "From other classrooms",
    excerpt: `What teachers have written to us about the listening sheets, with their leave: what worked, what was laughed at, and why the second question does the work.`,
    body: `What teachers have written to us about the listening sheets, with their leave.

> With the nine-year-olds I turn the sheet over and let them draw it. The drawing of the heronry is on the wall of the staff room now. Nobody knows what it is, and nobody has taken it down.

> We do the second question twice, at the beginning of the term and at the end. *What was there all the time?* In September it is the recording they describe. By June it is the room.

> Play the lock gate without saying what it is. Let them argue. Do **not** tell them until the next day.

## Three that always work

1. **Bakery fan in fog**, for those who say that there was nothing to hear
2. **Slack tide**, for a class after sports
3. **The lighthouse, third hour**, for adults
`,
  },
];
