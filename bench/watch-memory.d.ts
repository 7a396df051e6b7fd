/**
 * Samples the resident memory of a process and its descendants, which only Linux tells.
 * @returns a function that stops and prints, for each kind of program, the memory over time in megabytes
 */
export declare function watchMemory(pid: number): () => void;
