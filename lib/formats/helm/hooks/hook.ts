/** One hook of a chart: which moment it is for, and when within that (helm.sh/docs/topics/charts_hooks). */
import { asObject, type JsonObject } from '../../../api';
import type { RenderedObject } from '../rendered';

export interface Hook {
  readonly object: RenderedObject;
  /** Before or after everything else; undefined: at a moment that no revision has. */
  readonly stage: 'pre' | 'post' | undefined;
  /** As they are written: `pre-install`, `test`. */
  readonly events: readonly string[];
  readonly weight: number;
  /** Jobs and Pods: they run something, and that to its end. */
  readonly runs: boolean;
}

/** @param upgrade whether hooks of upgrades are meant, not those of installations; undefined is returned for what is no hook */
export function hookOf(object: RenderedObject, upgrade: boolean): Hook | undefined {
  const events = object.isDefinition ? [] : wordsOf(annotation(object.manifest, 'helm.sh/hook'));
  if (events.length === 0) return undefined;
  const moment = upgrade ? 'upgrade' : 'install';
  const stage = (['pre', 'post'] as const).find((when) => events.includes(`${when}-${moment}`));
  const { kind } = object.manifest;
  return { object, stage, events, weight: weightOf(object.manifest), runs: kind === 'Job' || kind === 'Pod' };
}

/** Whether helm deletes it once it has succeeded. */
export function isDeletedAfterwards({ object }: Hook): boolean {
  return wordsOf(annotation(object.manifest, 'helm.sh/hook-delete-policy')).includes('hook-succeeded');
}

/**
 * Whether helm runs it anew at every upgrade: it deletes what is there before (its default), or has deleted it when it succeeded. With
 * `hook-failed` alone it stays when it has succeeded, and helm's next upgrade fails unless the chart gives it another name.
 */
export function isRunAnew({ object, runs }: Hook): boolean {
  if (!runs) return false;
  const policies = wordsOf(annotation(object.manifest, 'helm.sh/hook-delete-policy'));
  return policies.length === 0 || policies.includes('before-hook-creation') || policies.includes('hook-succeeded');
}

/** Whether Kubernetes deletes it some time after it has finished. */
export function fades({ object: { manifest } }: Hook): boolean {
  return manifest['kind'] === 'Job' && asObject(manifest['spec'])?.['ttlSecondsAfterFinished'] !== undefined;
}

/** That a Job is there says that it has run: one that goes away by itself would be made again, and run again, for ever. */
export function lasting(hook: Hook): JsonObject {
  const { manifest } = hook.object;
  if (!fades(hook)) return manifest;
  const { ttlSecondsAfterFinished: _, ...spec } = asObject(manifest['spec']) ?? {};
  return { ...manifest, spec };
}

/** `metadata.name`; undefined when it has none. */
export function objectName({ manifest }: RenderedObject): string | undefined {
  const name = asObject(manifest['metadata'])?.['name'];
  return typeof name === 'string' ? name : undefined;
}

/** For messages: `Job migrate`. */
export function titleOf({ manifest }: RenderedObject): string {
  return `${String(manifest['kind'])} ${String(asObject(manifest['metadata'])?.['name'])}`;
}

/** helm counts what is no number as 0. */
function weightOf(manifest: JsonObject): number {
  const text = annotation(manifest, 'helm.sh/hook-weight');
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : 0;
}

function annotation(manifest: JsonObject, name: string): string {
  const value = asObject(asObject(manifest['metadata'])?.['annotations'])?.[name];
  return value === undefined || value === null ? '' : String(value as string);
}

function wordsOf(text: string): string[] {
  return text.split(',').map((word) => word.trim().toLowerCase()).filter((word) => word !== '');
}
