/** What must hold on every path of a world of the installer, and at its ends. */
import type { KubeObject } from '../../../../../lib/api';
import { extensionOf, type Transition, type World } from './model';
import { conditionsOf, isRollout, specOf, versionOf } from './objects';

export const RULES = {
  I1: 'each revision answers a wish that came after the one that the revision before it answers: never twice, never an old one again',
  I2: 'a revision has the number after the highest, and names all that are active when it is made',
  I3: 'nothing of a standing extension is deleted but what was archived long ago and what nobody waits for any more',
  I4: 'an extension goes when none of its revisions is there any more',
  I5: 'an upgrade that waits for approval is made when it was approved, and not before',
  I6: 'every path ends: with the newest wish installed and said so, or with nothing left',
  I7: 'where everything is as desired, nothing is sent',
} as const;

export type Rule = keyof typeof RULES;

type Violation = { readonly rule: Rule; readonly what: string };

export interface Checked {
  /** With what the world remembers for the rules. */
  readonly world: World;
  readonly bad?: Violation;
}

/** @param isManual upgrades wait for approval */
export function check(before: World, { world, done }: Transition, isManual: boolean): Checked {
  const created = [...world.server.objects].filter(([key]) => !before.server.objects.has(key)).map(([, object]) => object);
  const gone = [...before.server.objects].filter(([key]) => !world.server.objects.has(key)).map(([, object]) => object);
  const revision = created.find(isRollout);
  const approved = [...new Set([...world.approved, ...approvedOf(world)])];
  const after = { ...world, approved };
  if (revision !== undefined && done !== undefined) return made(before, after, revision, isManual);
  if (done?.type === 'delete') {
    const bad = deleted(before, done.ref.name);
    if (bad !== undefined) return { world: after, bad };
  }
  const extension = gone.find(({ kind }) => kind === 'ClusterExtension');
  const left = extension && [...world.server.objects.values()].filter((object) => isOf(object, extension));
  if (left !== undefined && left.length > 0) {
    return { world: after, bad: { rule: 'I4', what: `the extension is gone, and ${namesOf(left)} is there` } };
  }
  return { world: after };
}

function namesOf(objects: readonly KubeObject[]): string {
  return objects.map(({ kind, metadata: { name = '' } }) => `${kind} ${name}`).join(', ');
}

function approvedOf({ server }: World): readonly string[] {
  return [...server.objects.values()].flatMap((object) => (specOf(object).approved === true ? [specOf(object).version ?? ''] : []));
}

function isOf({ kind, metadata: { ownerReferences = [] } }: KubeObject, { metadata: { uid } }: KubeObject): boolean {
  return kind === 'ClusterExtensionRevision' && ownerReferences.some((owner) => owner.uid === uid);
}

function made(before: World, world: World, revision: KubeObject, isManual: boolean): Checked {
  const version = versionOf(revision);
  const others = [...before.server.objects.values()].filter(isRollout);
  const highest = Math.max(0, ...others.map((other) => specOf(other).revision ?? 0));
  const { revision: number, previous = [] } = specOf(revision) as { revision: number; previous?: readonly { name: string }[] };
  if (number !== highest + 1) return { world, bad: { rule: 'I2', what: `number ${number} after ${highest}` } };
  const active = others.filter((other) => other.metadata.deletionTimestamp === undefined && specOf(other).lifecycleState === 'Active');
  const unnamed = active.filter(({ metadata }) => !previous.some(({ name }) => name === metadata.name));
  if (unnamed.length > 0) return { world, bad: { rule: 'I2', what: `it does not name ${namesOf(unnamed)}` } };
  if (isManual && others.some(hasSucceeded) && !world.approved.includes(version)) {
    return { world, bad: { rule: 'I5', what: `version ${version} was not approved` } };
  }
  const answers = before.wishes.findIndex((wish, index) => index > before.answered && wish === version);
  if (answers < 0) {
    const after = before.wishes[before.answered];
    return { world, bad: { rule: 'I1', what: `revision ${number} has version ${version}, which nobody wished for after ${after}` } };
  }
  return { world: { ...world, answered: answers } };
}

function hasSucceeded(object: KubeObject): boolean {
  return conditionsOf(object).some(({ type, status }) => type === 'Succeeded' && status === 'True');
}

/** Asked for by a controller. */
function deleted(before: World, name: string): Violation | undefined {
  const object = before.server.objects.get(`ClusterExtensionRevision/${name}`);
  if (object === undefined || !isRollout(object)) return undefined;
  const extension = extensionOf(before);
  const isLeaving = extension === undefined || extension.metadata.deletionTimestamp !== undefined
    || object.metadata.ownerReferences?.every(({ uid }) => uid !== extension.metadata.uid);
  if (isLeaving === true || specOf(object).lifecycleState === 'Archived') return undefined;
  return { rule: 'I3', what: `${name} is deleted` };
}

/** How a world ends in which nothing happens any more. */
export function judge(world: World): Violation | undefined {
  const wish = world.wishes.at(-1) ?? '';
  const extension = extensionOf(world);
  const objects = [...world.server.objects.values()];
  if (wish === 'gone') {
    return objects.length === 0 ? undefined : { rule: 'I6', what: `left behind: ${namesOf(objects)}` };
  }
  const newest = objects.filter(isRollout).sort((a, b) => (specOf(a).revision ?? 0) - (specOf(b).revision ?? 0)).at(-1);
  if (newest === undefined || versionOf(newest) !== wish) {
    return { rule: 'I6', what: `the newest revision has version ${newest && versionOf(newest)}, not ${wish}` };
  }
  const { install } = (extension?.['status'] ?? {}) as { readonly install?: { readonly bundle: { readonly version: string } } };
  const progressing = conditionsOf(extension).find(({ type }) => type === 'Progressing');
  if (install?.bundle.version !== wish || progressing?.reason !== 'Succeeded') {
    const said = `${install?.bundle.version ?? 'nothing'} is installed, and ${progressing?.reason}: ${progressing?.message}`;
    return { rule: 'I6', what: `the status says ${said}, not ${wish}` };
  }
  const uids = new Set(objects.filter(isRollout).map(({ metadata }) => metadata.uid));
  const unowned = objects.filter(({ kind, metadata: { ownerReferences = [] } }) => kind === 'Secret' && !ownerReferences.some(({ uid }) => uids.has(uid)));
  return unowned.length === 0 ? undefined : { rule: 'I6', what: `${namesOf(unowned)} belongs to no revision` };
}
