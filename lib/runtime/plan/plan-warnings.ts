/**
 * What an operator should know before a plan is carried out, beyond what will be written.
 */
import {
  displayName,
  groupOf,
  isJsonObject,
  keyOf,
  refOf,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  type ObjectRef,
} from '../../api';
import type { Reader } from '../../engine';
import type { PlannedObject } from './planned-object';
import { replacementOf } from './replacement';

export interface PlanWarning {
  readonly code: 'needs-replacement' | 'contested' | 'webhook-without-service';
  readonly ref: ObjectRef;
  /** A sentence. */
  readonly message: string;
  /** What to do, as a sentence. */
  readonly hint?: string;
}

/** Everything that the answers of the dry runs alone show. */
export function warningsOf(objects: readonly PlannedObject[]): readonly PlanWarning[] {
  return objects.flatMap((object) => [...replacements(object), ...contested(object)]);
}

function replacements({ ref, because }: PlannedObject): readonly PlanWarning[] {
  const replacement = because?.action === 'Failed' ? replacementOf(ref, because.cause) : undefined;
  return replacement === undefined ? [] : [{ code: 'needs-replacement', ref, ...replacement }];
}

/** People change things once; a controller does it again. */
const PEOPLE = /^kubectl|^oc$|^k9s$|^Mozilla|^node-fetch$/;

function contested({ ref, action, interference = [] }: PlannedObject): readonly PlanWarning[] {
  if (action !== 'recover') return [];
  const controllers = [...new Set(interference.flatMap(({ manager }) => (manager === undefined || PEOPLE.test(manager) ? [] : [manager])))];
  if (controllers.length === 0) return [];
  const paths = interference.filter(({ manager }) => manager !== undefined && controllers.includes(manager)).map(({ path }) => path);
  return [{
    code: 'contested',
    ref,
    message: `${controllers.join(', ')} changed ${list(paths)} of ${displayName(ref)} and may do so again.`,
    hint: `If ${controllers.length === 1 ? 'it' : 'they'} should decide the field, leave it out of the package.`,
  }];
}

function list(paths: readonly string[]): string {
  return paths.length <= 3 ? paths.join(', ') : `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more`;
}

/**
 * Webhooks that stop what they are asked about as long as their Service does not answer, and whose Service is neither in the revision nor
 * on the cluster. One read for each such Service.
 */
export async function webhookWarnings(objects: readonly KubeObject[], reader: Pick<Reader, 'get'>): Promise<readonly PlanWarning[]> {
  const inRevision = new Set(objects.map((object) => keyOf(refOf(object))));
  const wanted = new Map<string, { readonly service: ObjectRef; readonly by: ObjectRef }>();
  for (const object of objects) {
    for (const service of servicesOf(object)) if (!inRevision.has(keyOf(service))) {
      wanted.set(keyOf(service), { service, by: refOf(object) });
    }
  }
  const missing = await Promise.all(
    [...wanted.values()].map(async (entry) => ((await reader.get(entry.service)).type === 'gone' ? [entry] : [])),
  );
  return missing.flat().map(({ service, by }) => ({
    code: 'webhook-without-service',
    ref: by,
    message:
      `${displayName(by)} calls ${displayName(service)}, which does not `
      + 'exist: until it does, the API server refuses every request that the webhook has to check.',
    hint: 'Add the Service to the package, or set failurePolicy: Ignore.',
  }));
}

function servicesOf(object: KubeObject): readonly ObjectRef[] {
  const isWebhook =
    groupOf(object.apiVersion) === 'admissionregistration.k8s.io' && /^(?:Validating|Mutating)WebhookConfiguration$/.test(object.kind);
  const webhooks = isWebhook ? object['webhooks'] : undefined;
  if (!Array.isArray(webhooks)) return [];
  return (webhooks as JsonValue[]).filter(isJsonObject).filter(({ failurePolicy }) => failurePolicy !== 'Ignore').flatMap(serviceOf);
}

function serviceOf({ clientConfig }: JsonObject): readonly ObjectRef[] {
  const service = isJsonObject(clientConfig) ? clientConfig['service'] : undefined;
  if (!isJsonObject(service)) return [];
  const { name, namespace } = service;
  return typeof name === 'string' && typeof namespace === 'string' ? [{ apiVersion: 'v1', kind: 'Service', name, namespace }] : [];
}
