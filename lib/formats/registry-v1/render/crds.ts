import { asObject, type JsonObject } from '../../../api';
import { defined } from '../../../defined';
import { asString } from '../../../schema';
import type { WebhookDefinition } from '../cluster-service-version';
import { registryIssue } from '../registry-issue';
import { certificateProvider } from './certificates';
import type { Generator, RenderContext } from './context';
import { annotated, serviceReference } from './webhooks/parts';

/** The definitions as they are; those with a conversion webhook get its address. */
export const customResourceDefinitions: Generator = (context) => {
  const webhooks = conversionWebhooks(context);
  return context.bundle.crds.map(({ manifest, origin }) => {
    const name = asString(asObject(manifest['metadata'])?.['name']) ?? '';
    const webhook = webhooks.get(name);
    if (webhook === undefined) return { manifest, origin };
    if (asObject(manifest['spec'])?.['preserveUnknownFields'] === true) {
      const place = { origin, path: ['spec', 'preserveUnknownFields'] };
      context.report(registryIssue('conversion-preserves-unknown', { definition: name }, place));
    }
    return { manifest: withConversion(context, manifest, webhook), origin };
  });
};

function withConversion(context: RenderContext, manifest: JsonObject, webhook: WebhookDefinition): JsonObject {
  const conversion = {
    strategy: 'Webhook',
    webhook: defined({
      clientConfig: { service: serviceReference(context, webhook, webhook.webhookPath ?? '/') },
      conversionReviewVersions: webhook.admissionReviewVersions,
    }),
  };
  const injection = certificateProvider(context.certificates).injection(webhook.deploymentName, context.installNamespace);
  return annotated({ ...manifest, spec: { ...asObject(manifest['spec']), conversion } }, injection);
}

/** By name of the definition. */
function conversionWebhooks({ csv, report }: RenderContext): ReadonlyMap<string, WebhookDefinition> {
  const found = new Map<string, WebhookDefinition>();
  for (const webhook of csv.webhooks.filter(({ type }) => type === 'ConversionWebhook')) {
    for (const crd of webhook.conversionCRDs ?? []) {
      if (found.has(crd)) {
        report(registryIssue('conversion-duplicate', { definition: crd }, { origin: csv.origin, path: ['spec', 'webhookdefinitions'] }));
      }
      found.set(crd, webhook);
    }
  }
  return found;
}
