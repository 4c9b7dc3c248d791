/**
 * Digests of phases: what a revision was when it was first resolved. Content is by reference in part, and a Secret can be deleted and made
 * again with other data, so a revision is immutable only as far as this is looked at. Pure.
 */
import { createHmac } from 'node:crypto';
import { sha256, canonicalJson } from '../../../api/canonical-json';
import { CONTENT_SALT, type KubeObject, type ResolvedPhase } from '../../../api';
import type { ObservedPhase } from '../model';

/**
 * `sha256:<hex>` over name and objects of each phase, in their order, with sorted keys.
 * @param salt of confidential content: without it, everybody who reads the status could try passwords
 */
export function digestsOf(phases: readonly ResolvedPhase[], salt?: string): readonly ObservedPhase[] {
  return phases.map(({ name, objects }) => {
    const content = canonicalJson({ name, objects: objects.map(({ object }) => object) });
    const digest = salt === undefined ? sha256(content) : createHmac('sha256', salt).update(content).digest();
    return { name, digest: `sha256:${digest.toString('hex')}` };
  });
}

/** What the Secrets of confidential content keep for digests of it; undefined: nothing of it is confidential. */
export function saltOf(secrets: readonly KubeObject[]): string | undefined {
  const salts = secrets.flatMap((secret) => (secret['data'] as Readonly<Record<string, string>> | undefined)?.[CONTENT_SALT] ?? []);
  return salts.length === 0 ? undefined : salts.join('\n');
}

/** How the content differs from what was observed first. */
export type ContentChange =
  | { readonly type: 'count'; readonly expected: number; readonly found: number }
  | { readonly type: 'digests'; readonly phases: readonly { readonly name: string; readonly expected: string; readonly found: string }[] };

/** @param observed empty: nothing was observed before, so nothing has changed */
export function changeOf(observed: readonly ObservedPhase[], now: readonly ObservedPhase[]): ContentChange | undefined {
  if (observed.length === 0) return undefined;
  if (observed.length !== now.length) return { type: 'count', expected: observed.length, found: now.length };
  const digests = new Map(now.map(({ name, digest }) => [name, digest]));
  const phases = observed.flatMap(({ name, digest }) => {
    const found = digests.get(name) ?? 'none';
    return found === digest ? [] : [{ name, expected: digest, found }];
  });
  return phases.length === 0 ? undefined : { type: 'digests', phases };
}
