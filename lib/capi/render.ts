/** From the manifests of a component to its objects: variables, image, label. */
import type { KubeObject } from '../api';
import { compareBytes } from '../api/canonical-json';
import { adoptionOf, ANNOTATION_ADOPT_EXISTING } from './adoption';
import type { Component } from './component';
import { componentContentId, type Substitution } from './content-id';
import { objectOf, splitDocuments } from './documents';
import { manifestsError } from './error';
import { substitute, SubstitutionError } from './substitution';

/** On every object: the component that it belongs to. */
export const LABEL_MANAGED_BY = 'capi-operator.openshift.io/managed-by';

/** Known without anybody saying so. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([['EXP_BOOTSTRAP_FORMAT_IGNITION', 'true']]);

/** Documents of one component. */
const MOST_DOCUMENTS = 2_000;

export interface RenderedComponent {
  readonly component: Component;
  readonly objects: readonly KubeObject[];
  readonly contentId: string;
}

/**
 * @param substitutions values of variables; those that nobody knows are empty
 * @throws BoxcutterError `capi-manifests`
 */
export function renderComponent(component: Component, substitutions: readonly Substitution[]): RenderedComponent {
  const { profile: { name, manifests } } = component;
  const values = new Map([...BUILT_IN, ...substitutions.map(({ key, value }) => [key, value] as const)]);
  const documents = splitDocuments(manifests);
  if (documents.length > MOST_DOCUMENTS) throw manifestsError(`Component ${name}`, `it has more than ${MOST_DOCUMENTS} documents`);
  const objects = documents.flatMap((document, index) => {
    const where = `Component ${name}, document ${index + 1}`;
    const object = objectOf(withImage(substituted(document, values, where), component), where);
    return object === undefined ? [] : [labelled(object, name, where)];
  });
  return { component, objects, contentId: componentContentId(objects) };
}

/** Recorded in this order. */
export function sortedSubstitutions(values: Readonly<Record<string, string>>): readonly Substitution[] {
  return Object.entries(values).map(([key, value]) => ({ key, value })).sort((a, b) => compareBytes(a.key, b.key));
}

function substituted(document: string, values: ReadonlyMap<string, string>, where: string): string {
  try {
    return substitute(document, (variable) => values.get(variable));
  } catch (error) {
    if (error instanceof SubstitutionError) throw manifestsError(where, error.message, error);
    throw error;
  }
}

function withImage(text: string, { profile: { placeholder }, image }: Component): string {
  if (placeholder === undefined || image === undefined) return text;
  if (placeholder.times === 'all') return text.replaceAll(placeholder.text, () => image);
  return text.replace(placeholder.text, () => image);
}

function labelled(object: KubeObject, component: string, where: string): KubeObject {
  if (adoptionOf(object) === undefined) {
    const value = object.metadata.annotations?.[ANNOTATION_ADOPT_EXISTING] ?? '';
    const { kind, metadata: { namespace, name } } = object;
    const called = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name ?? ''}`;
    throw manifestsError(where, `invalid ${ANNOTATION_ADOPT_EXISTING} annotation value: "${value}" on ${called}`);
  }
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, [LABEL_MANAGED_BY]: component } } };
}
