/**
 * Parts of a ClusterServiceVersion that are Kubernetes' own types: OLM reads them as these, and drops fields that the types do not have.
 * So does this, and says which.
 */
import { asObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import type { Issue, Origin, Segment } from '../../issue';
import { checkObjects } from '../../schema';
import { registryIssue } from './registry-issue';

/** A part, as the object that it becomes a part of. */
interface TypedPart {
  readonly apiVersion: string;
  readonly kind: string;
  /** Where the part is in that object. */
  readonly place: readonly Segment[];
}

const DEPLOYMENT: TypedPart = { apiVersion: 'apps/v1', kind: 'Deployment', place: ['spec'] };
const WEBHOOK: TypedPart = {
  apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', place: ['webhooks', 0],
};

/** The specification of a deployment, without unknown fields; each is an issue (`csv-unknown-field`). */
export function deploymentSpec(spec: JsonObject, origin: Origin, path: readonly Segment[], issues: Issue[]): JsonObject {
  return typed(DEPLOYMENT, spec, origin, path, issues);
}

/** What of a webhook the API has, too: its rules and its selector, without unknown fields. */
export function webhookParts(
  parts: { readonly rules?: readonly JsonObject[]; readonly objectSelector?: JsonObject },
  origin: Origin, path: readonly Segment[], issues: Issue[],
): { readonly rules?: readonly JsonObject[]; readonly objectSelector?: JsonObject } {
  return typed(WEBHOOK, parts as JsonObject, origin, path, issues) as typeof parts;
}

function typed(
  { apiVersion, kind, place }: TypedPart, part: JsonObject, origin: Origin, path: readonly Segment[], issues: Issue[],
): JsonObject {
  const object = { apiVersion, kind, metadata: { name: 'x' }, ...(placed(place, part) as JsonObject) };
  let kept: JsonValue = part;
  for (const issue of checkObjects([{ object, origin }])) {
    if (issue.code !== 'unknown-field') continue;
    const inner = issue.path.slice(place.length);
    const field = inner.at(-1);
    if (field === undefined || !place.every((step, index) => step === issue.path[index])) continue;
    const { near } = issue.data;
    const data = { field: String(field), ...defined({ near: typeof near === 'string' ? near : undefined }) };
    issues.push(registryIssue('csv-unknown-field', data, { origin, path: [...path, ...inner] }));
    kept = without(kept, inner);
  }
  return asObject(kept) ?? part;
}

function placed(place: readonly Segment[], part: JsonValue): JsonValue {
  return [...place].reverse().reduce<JsonValue>((value, step) => (typeof step === 'number' ? [value] : { [step]: value }), part);
}

/** A copy without what is at this path. */
function without(value: JsonValue, [step, ...rest]: readonly Segment[]): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item, index) => (index === step ? without(item, rest) : item));
  const object = asObject(value);
  if (object === undefined || step === undefined) return value;
  const members = Object.entries(object).flatMap(([key, member]): [string, JsonValue][] => {
    if (member === undefined || (key === String(step) && rest.length === 0)) return [];
    return [[key, key === String(step) ? without(member, rest) : member]];
  });
  return Object.fromEntries(members);
}
