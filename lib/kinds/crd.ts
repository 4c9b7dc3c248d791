import { asObject, GROUP, isReadableDefinition, type JsonObject, type KubeObject } from '../api';
import type { KindDefinition } from '../api/schema';

/** Annotation that says who made a CRD of our group; upstream's OLM writes `standard` or `experimental` there. */
export const ANNOTATION_GENERATOR = `${GROUP}/generator`;
/** Its value on the CRDs of this project: a CRD without it is not ours to overwrite. */
export const GENERATOR = 'cdk8s-boxcutter';

const VERSION = 'v1';

/** `operator.openshift.io/v1alpha1`. */
export function apiVersionOf({ group = GROUP, version = VERSION }: KindDefinition): string {
  return `${group}/${version}`;
}

/** The CustomResourceDefinition of a kind, as plain JSON. */
export function crdOf(definition: KindDefinition): KubeObject & JsonObject {
  const { group = GROUP, version = VERSION, kind, plural, singular, objectRules } = definition;
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, annotations: { [ANNOTATION_GENERATOR]: GENERATOR } },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular },
      scope: 'Cluster',
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: definition.columns,
          schema: {
            openAPIV3Schema: {
              description: definition.description,
              type: 'object',
              required: ['spec'],
              ...(objectRules === undefined ? {} : { 'x-kubernetes-validations': objectRules }),
              properties: {
                apiVersion: { description: 'Group and version of the API that the object is written in.', type: 'string' },
                kind: { description: 'Kind of the object.', type: 'string' },
                metadata: { type: 'object' },
                spec: definition.spec,
                status: definition.status,
              },
            },
          },
        },
      ],
    },
  };
  // Through text: that leaves out the hints for the type generator and gives every caller a copy of its own.
  return JSON.parse(JSON.stringify(crd)) as KubeObject & JsonObject;
}

/** Is it a CRD of our API as this project makes it? */
export function isOurDefinition(object: Readonly<Record<string, unknown>>): boolean {
  return isReadableDefinition(object as unknown as KubeObject) && asObject(object['spec'])?.['group'] === GROUP && isMadeByUs(object);
}

/** By its annotation: a CRD of our group without it is another project's. */
export function isMadeByUs({ metadata }: Readonly<Record<string, unknown>>): boolean {
  return asObject(asObject(metadata)?.['annotations'])?.[ANNOTATION_GENERATOR] === GENERATOR;
}
