/** What a package that travels does without: it may be imported, and is an error where it is used. */
const SAID: Readonly<Record<string, string>> = {
  fs: 'files', 'fs/promises': 'files', child_process: 'other programs', worker_threads: 'threads', cluster: 'other programs',
  dgram: 'network', dns: 'network', http: 'network', http2: 'network', https: 'network', net: 'network', tls: 'network',
};

/** Stands for a module, and for everything in it. @param name as it was imported, then the way to the member */
export function absent(module: string, name: string = module): object {
  const what = SAID[module] ?? module;
  const refuse = (): never => {
    throw new Error(`a package that travels has no ${what} (${name})`);
  };
  // Classes of it may be extended, so it has to be a function with a prototype.
  return new Proxy(function (): void {}, {
    get: (target, key) => {
      if (key === 'prototype') return target.prototype as unknown;
      return typeof key === 'symbol' || key === '__esModule' || key === 'then' ? undefined : absent(module, `${name}.${key}`);
    },
    apply: refuse,
    construct: refuse,
  });
}
