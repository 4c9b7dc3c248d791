/**
 * The plan for machines: `boxcutter plan -o json`. Its schema is docs/schemas/plan.json; fields are only added.
 */
import type { HookNotRun, ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import {
  actionReason, failureHint, fieldPathText, type FieldChange, type OtherContent, type Plan, type PlannedObject, type PlannedRemoval,
} from '../../../runtime';
import { issueDocument } from '../crd-issues';

type Json = Readonly<Record<string, unknown>>;

export const PLAN_SCHEMA = 'boxcutter.plan/v1';

export interface PlanFacts {
  readonly full: boolean;
  readonly requests: Readonly<Record<string, number>>;
  readonly durationMs: number;
  /** Of a chart; absent for everything else. */
  readonly hooksNotRun?: readonly HookNotRun[];
}

export function planDocument(plan: Plan, { full, requests, durationMs, hooksNotRun }: PlanFacts): Json {
  const { extension, revision, version, newRevision, current, paused, lock, changes, dataLoss, incomplete, unreachable } = plan;
  return {
    schema: PLAN_SCHEMA,
    extension,
    revision,
    ...defined({ version }),
    newRevision,
    ...defined({ current }),
    changes,
    counts: countsOf(plan),
    paused,
    ...defined({ lock }),
    dataLoss,
    crdRefused: plan.crdRefused,
    ...defined({ gated: plan.gated }),
    ...defined({ otherContent: plan.otherContent && otherContentOf(plan.otherContent) }),
    ...defined({ newNamespaces: plan.newNamespaces, incomplete, unreachable }),
    phases: plan.phases.map(({ name, objects }) => ({ name, objects: objects.map((object) => objectOf(object, full)) })),
    removals: plan.removals.map(removalOf),
    warnings: plan.warnings.map(({ code, ref, message, hint }) => ({ code, object: placeOf(ref), message, ...defined({ hint }) })),
    crdUpgrades: plan.crdUpgrades.map(({ crd, issues, stored }) => ({ crd, issues: issues.map(issueDocument), ...defined({ stored }) })),
    ...defined({ hooksNotRun }),
    requests,
    durationMs: Math.round(durationMs),
  };
}

function otherContentOf({ because, installed, deleted, before, now }: OtherContent): Json {
  return { because, installed, deleted: deleted.map(placeOf), ...defined({ before, now }) };
}

/** How many objects there are of each action; actions that none has are absent. */
function countsOf({ phases, removals }: Plan): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { action } of [...phases.flatMap(({ objects }) => objects), ...removals]) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

function objectOf(planned: PlannedObject, full: boolean): Json {
  const { ref, action, because, notAsked, comesWith, paused, lost, loss, changes, interference, ignored, object } = planned;
  const message = because && actionReason(because);
  return {
    ...placeOf(ref),
    action,
    ...defined({ message }),
    ...defined({ hint: because?.action === 'Failed' ? failureHint(because.cause) : undefined }),
    ...defined({ notAsked, comesWith, lost, dataLoss: loss?.contents, paused }),
    ...(changes.length === 0 ? {} : { changes: changes.map(changeDocument) }),
    ...defined({ interference, ignored }),
    ...(object === undefined || !full ? {} : { object }),
  };
}

export function changeDocument({ path, before, after, secret }: FieldChange): Json {
  const values = { ...defined({ before, after }) };
  return { path: fieldPathText(path), ...values, ...defined({ secret }) };
}

function removalOf({ ref, action, because, loss }: PlannedRemoval): Json {
  const message = because && actionReason(because);
  return { ...placeOf(ref), action, ...defined({ message, dataLoss: loss?.contents }) };
}

export function placeOf({ apiVersion, kind, namespace, name }: ObjectRef): Json {
  return { apiVersion, kind, ...defined({ namespace }), name };
}
