/** Checks of what a source says about the revision as a whole. */
import {
  ANNOTATION_IGNORE, type CollisionProtection, ignoredProblem, isDnsLabel, isDnsSubdomain, REPLACEMENT_POLICIES,
} from '../api';
import { type Issue, type Origin, originKey, type Segment } from '../issue';
import { revisionIssue, type RevisionIssues } from './issues';
import { MAX_LABEL_LENGTH } from './limits';
import { badOnRemoval } from './policies/on-removal';
import { badReplacementPolicy } from './policies/replacement-policy';
import type { RevisionSource } from './source';

const PROTECTIONS: readonly string[] = ['Prevent', 'IfNoController', 'None'] satisfies CollisionProtection[];
/** Minutes. */
const DEADLINE = { least: 10, most: 720 };

/** Name of the revision: it is also the value of a label. */
export function revisionName(extension: string, number: number): string {
  return `${extension}-${number}`;
}

export function checkSource(source: RevisionSource): readonly Issue[] {
  const issues: Issue[] = [];
  const refuse = <Code extends keyof RevisionIssues>(
    code: Code, path: readonly Segment[], data: RevisionIssues[Code], origin?: Origin,
  ): void => {
    issues.push(revisionIssue(code, data, { path, origin }));
  };
  const { extension, number = 1, namespace, systemNamespace, progressDeadlineMinutes: deadline } = source;
  if (!isDnsSubdomain(extension) || revisionName(extension, number).length > MAX_LABEL_LENGTH) {
    refuse('invalid-extension-name', ['extension'], { name: extension, limit: MAX_LABEL_LENGTH });
  }
  // Applied, it would delete every object of the revision before it.
  if (source.objects.length === 0) refuse('empty-revision', ['objects'], {});
  if (!Number.isSafeInteger(number) || number < 1) refuse('invalid-number', ['number'], { number });
  for (const [path, name] of Object.entries({ namespace, systemNamespace })) {
    if (name !== undefined && !isDnsLabel(name)) refuse('invalid-namespace', [path], { name });
  }
  if (deadline !== undefined && (!Number.isInteger(deadline) || deadline < DEADLINE.least || deadline > DEADLINE.most)) {
    refuse('invalid-deadline', ['progressDeadlineMinutes'], { minutes: deadline, ...DEADLINE });
  }
  const protections: [string | undefined, Origin | undefined][] = [
    [source.collisionProtection, undefined],
    ...[...(source.phases ?? []), ...source.objects]
      .map(({ collisionProtection, origin }): [string | undefined, Origin] => [collisionProtection, origin]),
  ];
  for (const [value, origin] of protections) {
    if (value === undefined || PROTECTIONS.includes(value)) continue;
    refuse('invalid-collision-protection', ['collisionProtection'], { value, allowed: PROTECTIONS }, origin);
  }
  const policies: [string | undefined, Origin | undefined][] = [
    [source.replacementPolicy, undefined],
    ...[...(source.phases ?? []), ...source.objects]
      .map(({ replacementPolicy, origin }): [string | undefined, Origin] => [replacementPolicy, origin]),
  ];
  for (const [value, origin] of policies) {
    if (value === undefined || REPLACEMENT_POLICIES.some((policy) => policy === value)) continue;
    refuse('invalid-replacement-policy', ['replacementPolicy'], { value, allowed: REPLACEMENT_POLICIES }, origin);
  }
  for (const { manifest, origin } of source.objects) {
    const unknown = badReplacementPolicy(manifest);
    if (unknown !== undefined) refuse('invalid-replacement-policy', ['metadata', 'annotations'], unknown, origin);
    const ignored = ignoredProblem(manifest);
    if (ignored !== undefined) refuse('invalid-ignore', ['metadata', 'annotations', ANNOTATION_IGNORE], ignored, origin);
    const problem = badOnRemoval(manifest);
    if (problem !== undefined) refuse('invalid-on-removal', ['metadata', 'annotations'], problem, origin);
  }
  const origins = new Set(source.objects.map(({ origin }) => originKey(origin)));
  for (const { first, then } of source.order ?? []) {
    for (const named of [first, then]) {
      if (!origins.has(originKey(named))) refuse('unknown-object', ['order'], { named }, named);
    }
  }
  return issues;
}
