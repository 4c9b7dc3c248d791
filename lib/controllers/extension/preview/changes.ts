/** What an examination of the new content has shown, as it stands in the status of a pending upgrade. Pure. */
import { groupOf, type JsonObject, type KubeObject, subjectOf } from '../../../api';
import { canonicalJson } from '../../../api/canonical-json';
import { defined } from '../../../defined';
import { actionReason } from '../../../engine';
import { imagesOfObject } from '../../../formats';
import { addedGrants, type CrdUpgrade, crdUpgradeInWords, formatCrdIssue, grantText } from '../../../guards';
import { type FieldChange, fieldPathText, type PlannedObject, type PlannedPhase, type PlannedRemoval } from '../../../runtime';
import type { UpgradeChanges } from '../../approval';
import type { DefaultChange } from './defaults';
import { shortValue } from '../short-value';

export interface LookedAt {
  readonly basis: string;
  readonly from: string;
  readonly content: string;
  readonly rendered: string;
  readonly phases: readonly PlannedPhase[];
  readonly removals: readonly PlannedRemoval[];
  readonly crdUpgrades: readonly CrdUpgrade[];
  /** Objects of the content that is there, and of the one that would be. */
  readonly before: readonly KubeObject[];
  readonly next: readonly KubeObject[];
  readonly defaults: readonly DefaultChange[];
  /** Packages that would be installed with it. */
  readonly dependencies: NonNullable<UpgradeChanges['dependencies']>;
  /** No value of an object may be shown. */
  readonly isConfidential: boolean;
  readonly problem?: string;
}

type ChangedObject = NonNullable<UpgradeChanges['objects']>[number];

const COUNTED = ['create', 'change', 'replace', 'delete', 'unchanged'] as const;

export function changesOf(looked: LookedAt): UpgradeChanges {
  const { basis, from, content, rendered, phases, removals, crdUpgrades, before, next, defaults, dependencies } = looked;
  const { isConfidential, problem } = looked;
  const planned = phases.flatMap(({ objects }) => objects);
  const leaving = removals.filter(({ action }) => action !== 'gone');
  const [was, is] = [imagesIn(before), imagesIn(next)];
  return {
    basis, from, content, rendered,
    counts: countsOf([...planned, ...leaving].map(({ action }) => action)),
    objects: [
      ...planned.filter(({ action }) => action !== 'unchanged').map((one) => ({ one, shown: changedObject(one, isConfidential) })),
      ...leaving.map((one) => ({ one, shown: removedObject(one) })),
    ].sort((a, b) => placeOf(a.one) - placeOf(b.one)).map(({ shown }) => shown),
    definitions: crdUpgrades.map(crdUpgradeInWords).flatMap(({ crd, issues }) => (
      issues.filter(({ severity }) => severity !== 'waived').map((issue) => shortValue(`${crd}: ${formatCrdIssue(issue)}`, 1_000))
    )),
    permissions: addedGrants(before, next).map((grant) => shortValue(grantText(grant), 1_000)),
    imagesAdded: is.filter((image) => !was.includes(image)).map((image) => shortValue(image, 1_000)),
    imagesRemoved: was.filter((image) => !is.includes(image)).map((image) => shortValue(image, 1_000)),
    defaults, dependencies,
    ...defined({ problem: problem === undefined ? undefined : shortValue(problem, 4_000) }),
  };
}

const STUCK: ReadonlySet<string> = new Set(['collision', 'refused']);
const LOSING: ReadonlySet<string> = new Set(['replace', 'delete']);
/** What they hold says what others may do. */
const DECIDING_GROUPS: ReadonlySet<string> = new Set([
  'rbac.authorization.k8s.io', 'admissionregistration.k8s.io', 'apiregistration.k8s.io', 'certificates.k8s.io',
]);

/** A long list is cut at its end: what stands in the way, what gives power and what is lost stand before the rest. */
function placeOf({ ref, action }: Pick<PlannedObject, 'ref'> & { readonly action: string }): number {
  if (STUCK.has(action)) return 0;
  // Roles are nothing without them, and may be many.
  if (ref.kind === 'RoleBinding' || ref.kind === 'ClusterRoleBinding') return 1;
  if (DECIDING_GROUPS.has(groupOf(ref.apiVersion))) return ref.kind.endsWith('Role') ? 3 : 2;
  return LOSING.has(action) ? 4 : 5;
}

function countsOf(actions: readonly string[]): NonNullable<UpgradeChanges['counts']> {
  const count = (action: string): number => actions.filter((one) => one === action).length;
  const known = Object.fromEntries(COUNTED.map((action) => [action, count(action)]));
  return { ...known, other: actions.filter((action) => !(COUNTED as readonly string[]).includes(action)).length };
}

function changedObject({ ref, action, because, notAsked, changes }: PlannedObject, isConfidential: boolean): ChangedObject {
  const message = (because === undefined ? undefined : actionReason(because)) ?? notAsked;
  return {
    action, object: subjectOf(ref),
    ...defined({ message: message === undefined || isConfidential ? undefined : shortValue(message, 1_000) }),
    ...(changes.length === 0 ? {} : { changes: changes.map((change) => fieldOf(change, isConfidential)) }),
  };
}

function removedObject({ ref, action, because, loss }: PlannedRemoval): ChangedObject {
  const held = loss?.contents.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  const message = because === undefined ? (held === undefined ? undefined : `with it would go: ${held}`) : actionReason(because);
  return { action, object: subjectOf(ref), ...defined({ message: message && shortValue(message, 1_000) }) };
}

function fieldOf({ path, before, after, secret }: FieldChange, isConfidential: boolean): NonNullable<ChangedObject['changes']>[number] {
  const where = { path: shortValue(fieldPathText(path), 500) };
  if (secret !== undefined || isConfidential) return where;
  const text = (value: typeof before): string | undefined => (
    value === undefined ? undefined : shortValue(canonicalJson(value as JsonObject))
  );
  return { ...where, ...defined({ before: text(before), after: text(after) }) };
}

function imagesIn(objects: readonly KubeObject[]): readonly string[] {
  return [...new Set(objects.flatMap((object) => imagesOfObject(object as unknown as JsonObject).map(({ image }) => image)))].sort();
}
