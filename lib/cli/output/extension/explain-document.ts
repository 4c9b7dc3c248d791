/**
 * The explanation for machines: `boxcutter explain -o json`. Its schema is docs/schemas/explain.json; fields are only added.
 */
import type { ObjectRef } from '../../../api';
import { defined } from '../../../defined';
import { troubleText, type Explanation, type ObjectExplanation, type PodChain } from '../../../runtime';
import { runBy } from './state-word';
import { probeDocument } from '../run/document';

type Json = Readonly<Record<string, unknown>>;

export const EXPLAIN_SCHEMA = 'boxcutter.explain/v1';

export function explainDocument(explanation: Explanation, record: string): Json {
  const { stored, revision, well, phase, pending, objects, more, notes, unreachable } = explanation;
  const version = stored.head.revisions[0]?.version;
  return {
    schema: EXPLAIN_SCHEMA,
    extension: stored.head.extension,
    stateNamespace: stored.ref.namespace,
    ...runBy(stored),
    revision,
    ...defined({ version }),
    record,
    well,
    ...defined({ phase }),
    pending,
    objects: objects.map(objectOf),
    more,
    notes,
    ...defined({ unreachable }),
  };
}

function objectOf({ ref, pods, probe, ...object }: ObjectExplanation): Json {
  return {
    ...placeOf(ref),
    ...object,
    ...(probe === undefined ? {} : { probe: probeDocument(probe) }),
    ...(pods === undefined || pods.refused !== undefined ? {} : { pods: chainOf(pods) }),
  };
}

function chainOf({ total, ready, wanted, older, through, troubles, pods }: PodChain): Json {
  const shown = pods.map(({ namespace, name, reasons, lastWords }) => ({ namespace, name, reasons, ...defined({ lastWords }) }));
  return { total, ready, ...defined({ wanted }), older, through, troubles: troubles.map(troubleText), pods: shown };
}

function placeOf({ apiVersion, kind, namespace, name }: ObjectRef): Json {
  return { apiVersion, kind, ...defined({ namespace }), name };
}
