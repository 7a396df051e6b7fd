const SAMPLE_RATE = 16_000;

/** Surf, more or less: noise that is dull in the trough and bright where the wave breaks. Mono, 16 bits. */
export function makeSurf(input: {
  seconds: number;
  /** Between two waves. */
  period: number;
  /** The same number is the same sea. */
  seed: number;
}): Uint8Array {
  const count = input.seconds * SAMPLE_RATE;
  const file = Buffer.alloc(44 + count * 2);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(count * 2, 40);

  let state = input.seed >>> 0;
  let sample = 0;
  for (let at = 0; at < count; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = state / 2 ** 31 - 1;
    const swell = (1 - Math.cos((2 * Math.PI * at) / (input.period * SAMPLE_RATE))) / 2;
    const fade = Math.min(1, at / 4000, (count - at) / 4000);
    sample += (0.03 + 0.35 * swell ** 3) * (noise - sample);
    file.writeInt16LE(Math.round(sample * (0.2 + 0.6 * swell) * fade * 32_000), 44 + at * 2);
  }
  return file;
}
