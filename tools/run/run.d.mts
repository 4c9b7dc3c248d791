export const MARKER: string;
export function beginRun(): string;
export function clustersOf(folder: string): string;
export function outsideOfRun<T>(work: () => Promise<T>): Promise<T>;
