import { readFileSync, readdirSync } from "node:fs";

const INTERVAL_MS = 2000;
const COLUMNS = 12;
const BYTES_PER_KIB = 1024;

/**
 * Samples the resident memory of a process and its descendants, which only Linux reports.
 * @returns a function that stops and prints, for each kind of program, the memory over time in megabytes
 */
export function watchMemory(pid: number): () => void {
  const samples: Map<string, number>[] = [];
  const timer = setInterval(() => samples.push(readMemory(pid)), INTERVAL_MS);
  return () => {
    clearInterval(timer);
    const names = new Set(samples.flatMap((sample) => [...sample.keys()]));
    for (const name of names) {
      const series = Array.from({ length: COLUMNS }, (_, column) => {
        const from = Math.floor((column * samples.length) / COLUMNS);
        const to = Math.floor(((column + 1) * samples.length) / COLUMNS);
        return Math.max(0, ...samples.slice(from, to).map((sample) => sample.get(name) ?? 0));
      });
      console.log(`memory of ${name}, MB over time: ${series.map(Math.round).join(" ")}`);
    }
  };
}

/** Returns the megabytes of a process and its descendants by the name of the program. */
function readMemory(root: number): Map<string, number> {
  const memory = new Map<string, number>();
  const processes = listProcesses();
  const pids = [root];
  for (const pid of pids) {
    pids.push(...processes.filter(({ parent }) => parent === pid).map((child) => child.pid));
    const found = processes.find((candidate) => candidate.pid === pid);
    if (found) memory.set(found.name, (memory.get(found.name) ?? 0) + found.megabytes);
  }
  return memory;
}

function listProcesses() {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const status = readFileSync(`/proc/${pid}/status`, "utf8");
          const read = (field: string) => new RegExp(`^${field}:\\s*(\\S+)`, "m").exec(status)?.[1];
          const megabytes = (Number(read("VmRSS") ?? 0) * BYTES_PER_KIB) / 1e6;
          return {
            pid: Number(pid),
            parent: Number(read("PPid")),
            name: read("Name") ?? "",
            megabytes,
          };
        } catch {
          // It ended meanwhile.
          return [];
        }
      });
  } catch {
    return [];
  }
}
