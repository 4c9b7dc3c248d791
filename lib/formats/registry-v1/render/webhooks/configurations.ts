import type { JsonObject } from '../../../../api';
import { defined } from '../../../../defined';
import type { WebhookDefinition } from '../../cluster-service-version';
import { certificateProvider } from '../certificates';
import { generated, type Generator, type RenderContext, watchesAll } from '../context';
import { annotated, serviceReference } from './parts';

export const validatingWebhooks: Generator = (context) =>
  context.csv.webhooks.filter(({ type }) => type === 'ValidatingAdmissionWebhook')
    .map((webhook) => generated(context, configuration(context, 'ValidatingWebhookConfiguration', webhook)));

export const mutatingWebhooks: Generator = (context) =>
  context.csv.webhooks.filter(({ type }) => type === 'MutatingAdmissionWebhook')
    .map((webhook) => generated(context, configuration(context, 'MutatingWebhookConfiguration', webhook)));

/** One configuration for each definition. Upstream gives it a namespace, too, which a cluster-scoped object does not have. */
function configuration(context: RenderContext, kind: string, webhook: WebhookDefinition): JsonObject {
  const name = webhook.generateName.replace(/-$/, '');
  const entry = defined({
    name,
    admissionReviewVersions: webhook.admissionReviewVersions,
    clientConfig: { service: serviceReference(context, webhook, webhook.webhookPath) },
    failurePolicy: webhook.failurePolicy,
    matchPolicy: webhook.matchPolicy,
    namespaceSelector: watchedNamespaces(context),
    objectSelector: webhook.objectSelector,
    reinvocationPolicy: kind === 'MutatingWebhookConfiguration' ? webhook.reinvocationPolicy : undefined,
    rules: webhook.rules,
    sideEffects: webhook.sideEffects,
    timeoutSeconds: webhook.timeoutSeconds,
  });
  const manifest = { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks: [entry] };
  return annotated(manifest, certificateProvider(context.certificates).injection(webhook.deploymentName, context.installNamespace));
}

/** Objects of other namespaces are none of the operator's business; those of the cluster always are, whatever the selector says. */
function watchedNamespaces(context: RenderContext): JsonObject | undefined {
  if (watchesAll(context)) return undefined;
  return { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: [...context.targets] }] };
}
