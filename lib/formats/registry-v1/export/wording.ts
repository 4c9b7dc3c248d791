/** What a package can have that a registry+v1 bundle has no place for, and the words for it. */
import { docPage } from '../../../doc-page';
import type { WordingOf } from '../../../issue';

export interface RegistryExportIssues {
  'export-kind': { readonly kind: string; readonly instead: Instead };
  'export-namespace': { readonly namespace: string; readonly installNamespace: string };
  /** `marks`: names of its labels and annotations. */
  'export-own-namespace': { readonly namespace: string; readonly marks: readonly string[] };
  'export-metadata': { readonly key: string };
  'export-fixed-namespace': { readonly namespace: string; readonly name: string };
  'export-webhook':
    | { readonly problem: 'count'; readonly webhooks: number }
    | { readonly problem: 'name'; readonly webhook: string }
    | { readonly problem: 'address' }
    | {
      readonly problem: 'service';
      readonly service: string;
      /** The Deployment behind it, and the Service that is generated for that. */
      readonly behind?: { readonly deployment: string; readonly service: string };
    };
}

/** What to do with an object of a kind that the format does not know. */
type Instead =
  | { readonly what: 'namespace' | 'workload' | 'other' }
  /** Names of the certificates that rendering makes. */
  | { readonly what: 'certificate'; readonly expected: readonly string[] };

const PLAIN = 'or export the package as plain+v0, which takes every kind';

export const exportWording: WordingOf<RegistryExportIssues> = {
  'export-kind': ({ kind, instead }) => ({ message: `a registry+v1 bundle cannot hold a ${kind}`, hint: insteadText(instead) }),
  'export-namespace': ({ namespace, installNamespace }) => ({
    message: `the object is in namespace "${namespace}", `
      + 'but a registry+v1 bundle puts everything into the namespace that it is installed in '
      + `("${installNamespace}")`,
    hint: 'Declare it in the install namespace, or export the package as plain+v0.',
  }),
  'export-own-namespace': ({ namespace, marks }) => ({
    message: `the Namespace is not part of the bundle: the installer creates "${namespace}" first`,
    hint: marks.length === 0
      ? undefined
      : `Its labels and annotations are suggested to those who install it (${marks.join(', ')}); OLM does not enforce them.`,
  }),
  'export-metadata': ({ key }) => ({
    message: `registry+v1 has no place for the ${key} of a Deployment`,
    hint: 'Put annotations on the pods (spec.template.metadata), or export the package as plain+v0.',
  }),
  'export-fixed-namespace': ({ namespace, name }) => ({
    message: `the binding is about a service account in namespace "${namespace}", so the bundle works only when it is installed there`,
    hint: `The bundle suggests that namespace to those who install it. ${name} stays an object because nothing in a ClusterServiceVersion `
      + `gives exactly its rights (${docPage('package-export.md')}).`,
  }),
  'export-webhook': (data) => {
    switch (data.problem) {
      case 'count':
        return {
          message: `the configuration has ${data.webhooks === 0 ? 'no webhook' : `${data.webhooks} webhooks`}, `
            + 'and registry+v1 has one in each',
          hint: 'Declare one configuration for each webhook, both with the same name.',
        };
      case 'name':
        return {
          message: 'the configuration has another name than its webhook, and registry+v1 has one name for both',
          hint: `Call the configuration "${data.webhook}".`,
        };
      case 'address':
        return {
          message: 'the webhook is called at an address, but registry+v1 has only webhooks of a Deployment of the bundle',
          hint: 'Call it through a Service of the package, or export the package as plain+v0.',
        };
      case 'service':
        return {
          message: `the webhook is called through Service "${data.service}", `
            + 'and in registry+v1 every Deployment has its own, named after it',
          hint: data.behind === undefined
            ? 'Declare a Service called "<deployment>-service" in front of the Deployment that serves it.'
            : `Call the Service "${data.behind.service}": OLM generates this name for Deployment ${data.behind.deployment}.`,
        };
    }
  },
};

function insteadText(instead: Instead): string {
  switch (instead.what) {
    case 'namespace':
      return 'The namespace exists before the bundle is installed: declare it beside the package '
        + `(in the revision, not in build()), ${PLAIN}.`;
    case 'certificate': {
      const names = instead.expected.map((name) => `"${name}"`).join(' or ') || '"<deployment>-service-cert"';
      return `Certificates of webhooks are generated: call it ${names} to have it recognised, leave it out, ${PLAIN}.`;
    }
    case 'workload':
      return `Workloads of such a bundle are Deployments: make it one, let the operator create it, ${PLAIN}.`;
    case 'other':
      return `Leave it out, let the operator create it, ${PLAIN}.`;
  }
}
