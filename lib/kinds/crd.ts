import { GROUP, type JsonObject, type KubeObject } from '../api';
import type { KindDefinition } from '../api/schema';

/** Annotation that says who made a CRD of our group; upstream's OLM writes `standard` or `experimental` there. */
export const ANNOTATION_GENERATOR = `${GROUP}/generator`;
/** Its value on the CRDs of this project: a CRD without it is not ours to overwrite. */
export const GENERATOR = 'cdk8s-boxcutter';

/** The CustomResourceDefinition of a kind, as plain JSON. */
export function crdOf(definition: KindDefinition): KubeObject & JsonObject {
  const { kind, plural, singular } = definition;
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}`, annotations: { [ANNOTATION_GENERATOR]: GENERATOR } },
    spec: {
      group: GROUP,
      names: { kind, listKind: `${kind}List`, plural, singular },
      scope: 'Cluster',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: definition.columns,
          schema: {
            openAPIV3Schema: {
              description: definition.description,
              type: 'object',
              required: ['spec'],
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
