/**
 * The plan for machines: `boxcutter plan -o json`. Its schema is docs/schemas/plan.json; fields are only added.
 */
import type { ObjectRef } from '../../api';
import type { FieldChange, Plan, PlannedObject, PlannedRemoval } from '../../runtime';
import { issueDocument } from './crd-issues';

type Json = Readonly<Record<string, unknown>>;

export const PLAN_SCHEMA = 'boxcutter.plan/v1';

export function planDocument(plan: Plan, full: boolean, requests: Readonly<Record<string, number>>, durationMs: number): Json {
  const { extension, revision, version, newRevision, current, paused, lock, changes, dataLoss, incomplete, unreachable } = plan;
  return {
    schema: PLAN_SCHEMA,
    extension,
    revision,
    ...(version === undefined ? {} : { version }),
    newRevision,
    ...(current === undefined ? {} : { current }),
    changes,
    counts: countsOf(plan),
    paused: paused !== undefined,
    ...(lock === undefined ? {} : { lock }),
    dataLoss,
    crdRefused: plan.crdRefused,
    ...(plan.newNamespaces === undefined ? {} : { newNamespaces: plan.newNamespaces }),
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(unreachable === undefined ? {} : { unreachable }),
    phases: plan.phases.map(({ name, objects }) => ({ name, objects: objects.map((object) => objectOf(object, full)) })),
    removals: plan.removals.map(removalOf),
    warnings: plan.warnings.map(({ code, ref, message, hint }) => ({ code, object: placeOf(ref), message, ...(hint === undefined ? {} : { hint }) })),
    crdUpgrades: plan.crdUpgrades.map(({ crd, issues }) => ({ crd, issues: issues.map(issueDocument) })),
    requests,
    durationMs: Math.round(durationMs),
  };
}

/** How many objects there are of each action; actions that none has are absent. */
function countsOf({ phases, removals }: Plan): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { action } of [...phases.flatMap(({ objects }) => objects), ...removals]) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

function objectOf({ ref, action, reason, refusal, notAsked, paused, changes, interference, object }: PlannedObject, full: boolean): Json {
  const message = refusal?.message ?? reason;
  return {
    ...placeOf(ref),
    action,
    ...(message === undefined ? {} : { message }),
    ...(refusal?.hint === undefined ? {} : { hint: refusal.hint }),
    ...(notAsked === undefined ? {} : { notAsked }),
    ...(paused === undefined ? {} : { paused }),
    ...(changes.length === 0 ? {} : { changes: changes.map(changeOf) }),
    ...(interference === undefined ? {} : { interference }),
    ...(object === undefined || !full ? {} : { object }),
  };
}

function changeOf({ path, before, after, secret }: FieldChange): Json {
  const values = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  return { path, ...values, ...(secret === undefined ? {} : { secret }) };
}

function removalOf({ ref, action, reason, loss }: PlannedRemoval): Json {
  const why = reason === undefined ? {} : { message: reason };
  return { ...placeOf(ref), action, ...why, ...(loss === undefined ? {} : { dataLoss: loss.contents }) };
}

function placeOf({ apiVersion, kind, namespace, name }: ObjectRef): Json {
  return { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name };
}
