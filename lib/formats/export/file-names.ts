/** How the files of a bundle are called: as operator-sdk does, so that people who know its bundles find everything. */
import { definedKindOf, groupOf, nameOf, versionOf } from '../../api';
import { kindOf, namespaceOf } from './parts';
import type { ExportObject } from './source';

/**
 * A name for each object, in their order: `<group>_<plural>.yaml` for definitions, `<name>_<group>_<version>_<kind>.yaml` for others.
 * Two that would have the same name, on any file system, are distinguished by their namespaces, then by numbers.
 */
export function fileNames(objects: readonly ExportObject[]): readonly string[] {
  const names = objects.map(baseName);
  const count = new Map<string, number>();
  for (const name of names) count.set(fold(name), (count.get(fold(name)) ?? 0) + 1);
  const taken = new Set<string>();
  return objects.map((object, index) => {
    const base = names[index] ?? '';
    const namespace = namespaceOf(object);
    const wanted = (count.get(fold(base)) ?? 0) > 1 && namespace !== undefined ? `${namespace}_${base}` : base;
    let name = wanted;
    for (let number = 2; taken.has(fold(name)); number += 1) name = `${wanted}-${number}`;
    taken.add(fold(name));
    return `${name}.yaml`;
  });
}

function baseName(object: ExportObject): string {
  const { manifest } = object;
  const apiVersion = String(manifest['apiVersion']);
  if (kindOf(object) === 'CustomResourceDefinition') {
    const { plural, group } = definedKindOf(manifest);
    if (plural !== undefined && group !== undefined) return safe(`${group}_${plural}`);
  }
  return safe([
    nameOf(object.manifest),
    groupOf(apiVersion),
    versionOf(apiVersion),
    kindOf(object).toLowerCase(),
  ].filter((part) => part !== '').join('_'));
}

/** Names of RBAC objects may hold what file systems do not take. */
function safe(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 200);
}

function fold(name: string): string {
  return name.toLowerCase();
}
