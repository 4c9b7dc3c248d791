/** A program that the benchmark compares us with. */
export interface Peer {
  readonly path: string;
  readonly version: string;
}
export function providePeers(log?: (line: string) => void): Promise<Readonly<Record<'measure' | 'helm' | 'flux-ssa' | 'kubectl', Peer>>>;
