/**
 * Fields of built-in kinds of which the server takes one or the other: `rollingUpdate` of a Deployment, or the type `Recreate`. One that it
 * has filled in by default is nobody's, so an apply that wants the other removes nothing, and is refused for both; a null in it is no help,
 * for the server takes it for nothing said. So the field is made ours alone first, whoever holds it, and the apply that no longer has it
 * removes it: what a strategic merge patch calls `retainKeys`.
 */
import { groupOf, type KubeObject } from '../../api';
import { applyEntry, at, isLeaf, isMap, type FieldSet } from './field-set';
import { unionOf } from './union';

type Members = Readonly<Record<string, unknown>>;

/** How members of one map exclude each other. */
interface Rule {
  /** Names of those of the live map that what is wanted excludes. */
  excluded(wanted: Members, live: Members): readonly string[];
  /** What is wanted, without what excludes them: so much of it can be asked about while they are there. */
  beside(wanted: Members, live: Members): Members;
  /** What the server makes of the one, made of the other. */
  instead(stored: Members, wanted: Members, excluded: readonly string[]): Members;
}

/** `member` goes with one value of `type` alone, which is the default. */
function onlyWith(type: string, value: string, member: string): Rule {
  return {
    excluded: (wanted, live) => (wanted[type] !== undefined && wanted[type] !== value && live[member] !== undefined ? [member] : []),
    beside: (wanted, live) => ({ ...wanted, [type]: live[type] }),
    instead: (stored, wanted) => ({ ...without(stored, [member]), [type]: wanted[type] }),
  };
}

/** A volume has one source, by default an `emptyDir`. */
const ONE_SOURCE: Rule = {
  excluded: (wanted, live) => {
    const isSource = (name: string): boolean => name !== 'name';
    return Object.keys(wanted).some(isSource) ? Object.keys(live).filter((name) => isSource(name) && wanted[name] === undefined) : [];
  },
  beside: (_wanted, live) => live,
  instead: (_stored, wanted) => wanted,
};

interface Place {
  /** Names of members; `[]` goes into every item of a list. */
  readonly path: readonly string[];
  readonly rule: Rule;
}

function volumesOf(...template: readonly string[]): Place {
  return { path: ['spec', ...template, 'spec', 'volumes', '[]'], rule: ONE_SOURCE };
}

const VOLUMES = volumesOf('template');
const ROLLING = onlyWith('type', 'RollingUpdate', 'rollingUpdate');

/** By group and kind. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  'apps/Deployment': [{ path: ['spec', 'strategy'], rule: ROLLING }, VOLUMES],
  'apps/StatefulSet': [{ path: ['spec', 'updateStrategy'], rule: ROLLING }, VOLUMES],
  'apps/DaemonSet': [VOLUMES],
  'apps/ReplicaSet': [VOLUMES],
  'batch/CronJob': [volumesOf('jobTemplate', 'spec', 'template')],
  '/Service': [{ path: ['spec'], rule: onlyWith('sessionAffinity', 'ClientIP', 'sessionAffinityConfig') }],
};

/** A map with members that are not ours alone, and that have to go. */
interface Found {
  /** As field sets name it. */
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly rule: Rule;
  readonly wanted: Members;
  readonly live: Members;
}

/** The fields of a live object that have to be made ours, so that an apply of what is wanted removes them. Undefined: there are none. */
export function claimOf(wanted: KubeObject, live: KubeObject, fieldManager: string): FieldSet | undefined {
  const found = foundIn(wanted, live, fieldManager);
  if (found.length === 0) return undefined;
  return found.flatMap(({ keys, names }) => names.map((name) => nested([...keys, `f:${name}`])))
    .reduce((all, one) => unionOf(all, one, true));
}

/** What of a field set is left when those are somebody else's; undefined: nothing. */
export function withoutClaimed(fields: FieldSet, claimed: FieldSet): FieldSet | undefined {
  const result: Record<string, FieldSet> = { ...fields };
  for (const [key, below] of Object.entries(claimed)) {
    const part = fields[key];
    // What is held as a whole cannot be held in part.
    if (part === undefined || (isLeaf(part) && !isLeaf(below))) continue;
    const left = isLeaf(below) ? undefined : withoutClaimed(part, below);
    if (left === undefined) delete result[key];
    else result[key] = left;
  }
  return Object.keys(result).some((key) => key !== '.') ? result : undefined;
}

/** What can be asked about before they are ours. */
export function besideExcluded(wanted: KubeObject, live: KubeObject, fieldManager: string): KubeObject {
  return foundIn(wanted, live, fieldManager).reduce<unknown>((object, { keys, rule, live: there }) => (
    changed(object, keys, (map) => rule.beside(map, there))
  ), wanted) as KubeObject;
}

/** What the answer to that will be when they are gone. */
export function withoutExcluded(stored: KubeObject, wanted: KubeObject, live: KubeObject, fieldManager: string): KubeObject {
  return foundIn(wanted, live, fieldManager).reduce<unknown>((object, { keys, names, rule, wanted: one }) => (
    changed(object, keys, (map) => rule.instead(map, one, names))
  ), stored) as KubeObject;
}

function foundIn(wanted: KubeObject, live: KubeObject, fieldManager: string): readonly Found[] {
  // First what is cheap: this is asked of every state that a stream shows, and nearly always there is nothing.
  const there = (PLACES[`${groupOf(wanted.apiVersion)}/${wanted.kind}`] ?? []).flatMap(({ path, rule }) => (
    within(wanted, live, path, []).flatMap((maps): readonly Found[] => {
      const names = rule.excluded(maps.wanted, maps.live);
      return names.length === 0 ? [] : [{ ...maps, names, rule }];
    })
  ));
  if (there.length === 0) return [];
  const ours = applyEntry(live, fieldManager);
  // Field sets speak of one version of a kind.
  if (ours !== undefined && ours.apiVersion !== wanted.apiVersion) return [];
  const others = (live.metadata.managedFields ?? []).filter((entry) => entry !== ours).flatMap(({ fieldsV1 }) => fieldsV1 ?? []);
  return there.flatMap((found) => {
    // What we alone hold, the apply removes by itself.
    const goes = (name: string): boolean => {
      const place = [...found.keys, `f:${name}`];
      return at(ours?.fieldsV1 ?? {}, place) !== undefined && others.every((fields) => at(fields, place) === undefined);
    };
    const names = found.names.filter((name) => !goes(name));
    return names.length === 0 ? [] : [{ ...found, names }];
  });
}

/** The maps that the path names, in both. */
function within(
  wanted: unknown, live: unknown, [step, ...rest]: readonly string[], keys: readonly string[],
): readonly Pick<Found, 'keys' | 'wanted' | 'live'>[] {
  if (step === undefined) return isMap(wanted) && isMap(live) ? [{ keys, wanted, live }] : [];
  if (step !== '[]') return isMap(wanted) && isMap(live) ? within(wanted[step], live[step], rest, [...keys, `f:${step}`]) : [];
  if (!Array.isArray(wanted) || !Array.isArray(live)) return [];
  return wanted.flatMap((item: unknown) => {
    const name = nameOf(item);
    const there: unknown = name === undefined ? undefined : live.find((one: unknown) => nameOf(one) === name);
    return within(item, there, rest, [...keys, itemKey(name)]);
  });
}

/** The same value with the map at this place changed. */
function changed(value: unknown, [key, ...rest]: readonly string[], change: (map: Members) => Members): unknown {
  if (key === undefined) return isMap(value) ? change(value) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => (itemKey(nameOf(item)) === key ? changed(item, rest, change) : item));
  if (!isMap(value)) return value;
  const name = key.slice(2);
  return { ...value, [name]: changed(value[name], rest, change) };
}

function nested([key, ...rest]: readonly string[]): FieldSet {
  return key === undefined ? {} : { [key]: nested(rest) };
}

function nameOf(item: unknown): string | undefined {
  return isMap(item) && typeof item['name'] === 'string' ? item['name'] : undefined;
}

function itemKey(name: string | undefined): string {
  return `k:${JSON.stringify({ name })}`;
}

function without(map: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(map).filter(([name]) => !names.includes(name)));
}
