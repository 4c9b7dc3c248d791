import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

let cached: string | undefined;

/** Version of this package, read from its package.json (found above the compiled file). */
export function packageVersion(): string {
  if (cached !== undefined) return cached;
  for (let folder = __dirname; ; folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string; version?: string };
      if (manifest.name === 'cdk8s-boxcutter') return (cached = manifest.version ?? '0.0.0');
    } catch {
      // No package.json here: look one folder up.
    }
    if (dirname(folder) === folder) return (cached = '0.0.0');
  }
}

/** The user agent of every request (design, control plane). */
export function userAgent(): string {
  return `boxcutter/${packageVersion()}`;
}
