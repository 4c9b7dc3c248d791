/** Who would miss an extension that goes: others that need its package or its kinds, where nobody else provides them. Pure. */
import type { BundleProperty } from '../../../api';
import { needsOf, needText } from '../../../catalog/solve/need';
import { isInSkipRange, parseSkipRange } from '../../../catalog/versions/skip-range';
import { versionRelease } from '../../../catalog/versions/version-release';
import type { Constraint } from '../../../formats';
import type { InstalledExtension, InstalledVersion } from '../../../runtime';

export interface Dependent {
  readonly extension: string;
  readonly stateNamespace: string;
  /** In words. */
  readonly needs: readonly string[];
}

export function dependentsOf(going: InstalledExtension, installed: readonly InstalledExtension[]): readonly Dependent[] {
  const staying = installed.filter((one) => one !== going && !one.deleting);
  return staying.flatMap((one) => {
    const needs = (needsOf(propertiesOf(one)) ?? []).filter(({ constraint }) => (
      isMetBy(constraint, installed) && !isMetBy(constraint, staying)));
    return needs.length === 0 ? [] : [{ extension: one.extension, stateNamespace: one.stateNamespace, needs: needs.map(needText) }];
  });
}

function isMetBy(constraint: Constraint, extensions: readonly InstalledExtension[]): boolean {
  switch (constraint.form) {
    case 'package': {
      const { name, range } = constraint.package;
      return extensions.some((one) => one.packageName === name && isInRange(versionOf(one)?.version, range));
    }
    case 'kind':
      return extensions.some((one) => propertiesOf(one).some((property) => provides(property, constraint.kind)));
    case 'all':
      return constraint.of.every((one) => isMetBy(one, extensions));
    case 'any':
      return constraint.of.some((one) => isMetBy(one, extensions));
    // What forbids something is met better without it; rules and what is malformed are not judged here.
    case 'not':
    case 'cel':
    case 'malformed':
      return false;
  }
}

function provides({ type, value }: BundleProperty, { group, version, kind }: { group: string; version: string; kind: string }): boolean {
  const given = value as { readonly group?: unknown; readonly version?: unknown; readonly kind?: unknown } | null;
  return type === 'olm.gvk' && given?.group === group && given.version === version && given.kind === kind;
}

function isInRange(version: string | undefined, range: string | undefined): boolean {
  if (range === undefined) return true;
  const parsed = parseSkipRange(range);
  const known = version === undefined ? undefined : versionRelease(version);
  return known !== undefined && 'range' in parsed && isInSkipRange(parsed.range, known.version);
}

function propertiesOf(extension: InstalledExtension): readonly BundleProperty[] {
  return versionOf(extension)?.bundle?.properties ?? [];
}

function versionOf({ complete, newest }: InstalledExtension): InstalledVersion | undefined {
  return complete ?? newest;
}
