/** The ValidatingWebhookConfiguration of a requirement: which objects the server asks about, and whom. Pure, and how it is kept. */
import { asObject, type JsonObject, type KubeObject } from '../../../../api';
import { LABEL_REFUSAL, REQUIREMENT_KIND } from '../../names';
import { isControlledBy, isLeft, type ObjectPlace, removeObject, writeObject } from '../admission/keep-object';
import type { Kept } from '../admission/policy';
import type { Read, Requirement } from '../decide';

export const WEBHOOK_KIND = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' } as const;
export const WEBHOOK_PATH = '/compatibility-requirement-object-admission/';

/** Where the server reaches the webhook, and whom it trusts there. */
export interface WebhookCaller {
  /** `https://HOST:PORT`; or the Service. */
  readonly at: string | { readonly namespace: string; readonly name: string; readonly port: number };
  /** Certificates of authorities, PEM. */
  readonly authorities: string;
}

/** What the server waits for an answer. */
const TIMEOUT_SECONDS = 10;

/**
 * Undefined: the requirement asks for none.
 * @param live as it is now: while a requirement cannot be read, what was asked about before is still asked about, and refused
 */
export function webhookOf(
  { metadata: { name = '', uid = '' }, spec }: Requirement, read: Read, { at, authorities }: WebhookCaller, live: KubeObject | undefined,
): KubeObject | undefined {
  const { objectSchemaValidation: objects } = spec;
  if (objects === undefined) return undefined;
  const path = `${WEBHOOK_PATH}${name}`;
  const called = typeof at === 'string' ? { url: `${at.replace(/\/$/, '')}${path}` } : { service: { ...at, path } };
  const clientConfig = { ...called, caBundle: Buffer.from(authorities).toString('base64') };
  const head = {
    ...WEBHOOK_KIND,
    metadata: {
      name, labels: { [LABEL_REFUSAL]: 'objects' },
      ownerReferences: [{ ...REQUIREMENT_KIND, name, uid, controller: true, blockOwnerDeletion: true }],
    },
  };
  if (read.type === 'wrong') {
    const before = (live?.['webhooks'] ?? []) as readonly JsonObject[];
    return live === undefined ? undefined : { ...head, webhooks: before.map((webhook) => ({ ...webhook, clientConfig })) };
  }
  const { group, plural, versions, subresources } = served(read.definition);
  return {
    ...head,
    webhooks: [{
      name: 'objects.compatibilityrequirements.apiextensions.openshift.io',
      clientConfig,
      rules: [{
        apiGroups: [group], apiVersions: versions, operations: ['CREATE', 'UPDATE'], scope: '*',
        resources: [plural, ...subresources.map((one) => `${plural}/${one}`)],
      }],
      failurePolicy: 'Fail', matchPolicy: 'Exact', sideEffects: 'None', admissionReviewVersions: ['v1'], timeoutSeconds: TIMEOUT_SECONDS,
      // Each is said, also where it is empty: what the requirement does not say any more has to go.
      namespaceSelector: selectorOf(objects.namespaceSelector), objectSelector: selectorOf(objects.objectSelector),
      matchConditions: objects.matchConditions ?? [],
    }],
  } as unknown as KubeObject;
}

function selectorOf(selector: object | undefined): JsonObject {
  return (selector ?? {}) as JsonObject;
}

function served(definition: JsonObject): {
  readonly group: string; readonly plural: string; readonly versions: readonly string[]; readonly subresources: readonly string[];
} {
  const spec = asObject(definition['spec']) ?? {};
  const versions = (Array.isArray(spec['versions']) ? spec['versions'] : []).map((version) => asObject(version) ?? {});
  return {
    group: String(spec['group']), plural: String(asObject(spec['names'])?.['plural']), versions: versions.map(({ name }) => String(name)),
    subresources: ['status', 'scale'].filter((one) => versions.some(({ subresources }) => asObject(subresources)?.[one] !== undefined)),
  };
}

/** One of these, that its requirement has let go. */
export function isLeftWebhook(object: KubeObject): boolean {
  return object.metadata.labels?.[LABEL_REFUSAL] === 'objects' && isLeft(object);
}

/**
 * @param wanted undefined: there has to be none
 * @throws BoxcutterError `capi-policy-not-written` (server): tried again
 */
export async function keepWebhook(
  { metadata: { name = '', uid = '' } }: Requirement, wanted: KubeObject | undefined, place: ObjectPlace,
): Promise<Kept> {
  const live = place.cache.get(name);
  if (live !== undefined && !isControlledBy(live, uid) && !isLeftWebhook(live)) {
    // It is in nobody's way as long as nothing is asked for.
    if (wanted === undefined) return { type: 'kept' };
    return { type: 'conflict', message: `${WEBHOOK_KIND.kind} ${name} is not controlled by this CompatibilityRequirement` };
  }
  if (wanted !== undefined) await writeObject(wanted, 'webhooks', place);
  else if (live !== undefined) await removeObject(live, `CompatibilityRequirement ${name} asks for none`, place);
  return { type: 'kept' };
}
