/** Which versions of helm may render charts: those without a hole that is known. docs/charts.md has the list. */
import { statSync } from 'node:fs';
import { BoxcutterError } from '../../../errors';
import type { HelmCalls } from './calls';
import { findProgram, HOW_TO_GET, programOf } from './program';

/** The oldest safe version of each major version that has unsafe ones: major, minor, patch. */
const SAFE_FROM = [[3, 20, 2], [4, 1, 4]] as const;

/** Programs that were asked already, by path and what tells a changed file. */
const safe = new Set<string>();

/**
 * Asks a program for its version, once as long as its file stays the same.
 * @throws BoxcutterError `helm-missing`; `helm-too-old`, category server
 */
export function* requireSafeHelm({ helm, home }: { readonly helm?: string | undefined; readonly home: string }): HelmCalls<void> {
  const program = programOf(helm);
  const key = identityOf(findProgram(program));
  if (safe.has(key)) return;
  const answer = yield { helm, home, args: ['version', '--short'], timeoutSeconds: 20 };
  const version = /^v?(\d+)\.(\d+)(?:\.(\d+))?/m.exec(answer.type === 'done' ? answer.output : '');
  const [named = '', major, minor, patch = '0'] = version ?? [];
  if (version !== null && isSafe(Number(major), Number(minor), Number(patch))) return void safe.add(key);
  const needed = SAFE_FROM.map((each) => `${each.join('.')} or newer of helm ${each[0]}`).join(', ');
  const which = version === null
    ? 'does not say which version of helm it is'
    : `is helm ${named.replace(/^v/, '')}, which has known security holes`;
  throw new BoxcutterError('helm-too-old', 'server', `${program} ${which}. Rendering a chart needs ${needed}.`, { hint: HOW_TO_GET });
}

function isSafe(major: number, minor: number, patch: number): boolean {
  const oldest = SAFE_FROM.find((each) => each[0] === major);
  if (oldest === undefined) return major > 4;
  return minor > oldest[1] || (minor === oldest[1] && patch >= oldest[2]);
}

function identityOf(path: string): string {
  const { ino, size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { ino: 0, size: 0, mtimeMs: 0 };
  return JSON.stringify([path, ino, size, mtimeMs]);
}
