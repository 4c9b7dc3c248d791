/**
 * Has this the form of a saved plan? The file may come from anybody: what has no place in a plan is left out, so that it cannot name a
 * kubeconfig (which may start programs), another account or a file to write; and content is what its digest says.
 */
import { isDnsLabel, isDnsSubdomain, REPLACEMENT_POLICIES, type CollisionProtection, type ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { contentDigest } from '../../../revision';
import { hasContentShape } from '../../../state/reading/content-shape';
import { fields, isFlag, isText, isTime, listOf, optional, type Test } from '../../../state/reading/shape';
import { applyWords } from '../../commands/apply';
import { inCode, type NamedOptions } from '../../commands/command';
import { type FrozenOptions, frozenOptions, KEPT } from './kept-options';

export interface SavedPlan {
  /** RFC 3339. */
  readonly madeAt: string;
  /** The uid of the namespace kube-system, by which a cluster is known. Absent: whoever made the plan may not read it. */
  readonly cluster?: string;
  /** The uid of the namespace of the state, by which the cluster is known to accounts that may read no other. Absent: it is not there. */
  readonly namespaceUid?: string;
  readonly stateNamespace: string;
  readonly options: FrozenOptions;
  readonly revision: ResolvedRevision;
  /** `Plan.digest`: the same would be done. */
  readonly digest: string;
}

const PROTECTIONS: readonly unknown[] = ['Prevent', 'IfNoController', 'None'] satisfies CollisionProtection[];
const POLICIES: readonly unknown[] = REPLACEMENT_POLICIES;

const isObject = fields({
  collisionProtection: (value) => PROTECTIONS.includes(value), replacementPolicy: optional((value) => POLICIES.includes(value)),
});

const isPlan = fields({
  madeAt: isTime, cluster: optional(isText), namespaceUid: optional(isText), digest: isText, options: hasKeptOptions,
  stateNamespace: (value) => typeof value === 'string' && isDnsLabel(value),
  revision: fields({
    extension: (value) => typeof value === 'string' && isDnsSubdomain(value), phases: listOf(fields({ objects: listOf(isObject) })),
  }),
});

/** @returns the plan with nothing else in it; undefined where it is none */
export function planOf(value: unknown): SavedPlan | undefined {
  if (!isPlan(value)) return undefined;
  const plan = value as SavedPlan;
  const { madeAt, cluster, namespaceUid, stateNamespace, options, revision, digest } = plan;
  if (!hasContentShape(revision) || !isItsDigest(revision)) return undefined;
  return { madeAt, ...defined({ cluster, namespaceUid }), stateNamespace, options: frozenOptions(options), revision, digest };
}

function isItsDigest({ phases, probes, digest }: ResolvedRevision): boolean {
  return contentDigest(phases, probes) === digest;
}

/** Of the types that the command line gives them. */
function hasKeptOptions(value: unknown): boolean {
  const options: NamedOptions = applyWords.options;
  const kept: ReadonlySet<string> = new Set(KEPT);
  const tests = Object.entries(options).flatMap(([name, { array, type }]): [string, Test][] => {
    const test = array === true ? listOf(isText) : type === 'boolean' ? isFlag : isText;
    return kept.has(inCode(name)) ? [[inCode(name), optional(test)]] : [];
  });
  return fields(Object.fromEntries(tests))(value);
}
