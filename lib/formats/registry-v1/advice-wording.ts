/** Advice to the authors of registry+v1 bundles, and the words for it. */
import type { WordingOf } from '../../issue';

export interface AdviceIssues {
  /** How the package presents itself. */
  'description':
    | { readonly lacks: 'provider' | 'maintainer' | 'link' | 'icon' | 'icon-data' }
    | { readonly lacks: 'field'; readonly of: string; readonly field: string }
    | { readonly lacks: 'icon-type'; readonly allowed: readonly string[] }
    | { readonly several: 'icons' }
    | { readonly unknown: 'capability' | 'category'; readonly value: string; readonly allowed: readonly string[] };
  'good-practice':
    | { readonly about: 'disruption-budget' | 'priority-class' | 'name' | 'channel'; readonly name: string }
    | { readonly about: 'resources' | 'definition-rights' | 'budget-rights' | 'security-rights' | 'definition-description' };
  'bundle-size': { readonly bytes: number; readonly limit: number };
  'annotation-case': { readonly given: string; readonly right: string };
  'examples': { readonly missing: 'annotations' | 'examples' };
  'examples-invalid': { readonly reason?: string };
  /** The API that the example is of; empty where it names none. */
  'example-not-provided': { readonly api: string };
  'example-missing': { readonly apis: readonly string[] };
}

export const adviceWording: WordingOf<AdviceIssues> = {
  'description': (data) => {
    if ('several' in data) return { message: 'there is more than one icon; the first is shown' };
    if ('unknown' in data) return unknownWords(data);
    switch (data.lacks) {
      case 'provider':
        return { message: 'the provider is not named' };
      case 'field':
        return { message: `the ${data.of} has no ${data.field}` };
      case 'icon-data':
        return { message: 'the icon has no data' };
      case 'icon-type':
        return { message: 'the icon has no media type that is shown', hint: `Use one of ${data.allowed.join(', ')}.` };
      default:
        return { message: `there is no ${data.lacks}` };
    }
  },
  'good-practice': (data) => {
    switch (data.about) {
      case 'disruption-budget':
        return { message: `the disruption budget ${data.name} allows no disruption, so a node with its pods cannot be drained` };
      case 'priority-class':
        return { message: `the priority class ${data.name} becomes the default of the whole cluster` };
      case 'name':
        return { message: `the name "${data.name}" is not of the form <package>.v<version>` };
      case 'channel':
        return {
          message: `the channel "${data.name}" does not say how mature it is`,
          hint: 'Begin its name with candidate, fast or stable.',
        };
      default:
        return { message: practices[data.about] };
    }
  },
  'bundle-size': ({ bytes, limit }) => ({
    message: `compressed, the manifests need ${Math.round(bytes / 1024)} KiB of ${limit / 1024} KiB that OLMv0 can hold`,
    hint: 'This matters only if OLMv0 installs the bundle.',
  }),
  'annotation-case': ({ given, right }) => ({ message: `provided annotation ${given} uses wrong case and should be ${right} instead` }),
  'examples': ({ missing }) => ({ message: missing === 'annotations' ? 'annotations not found' : 'example annotations not found' }),
  'examples-invalid': ({ reason }) => ({ message: reason === undefined
    ? 'the examples are not a list'
    : `the examples are not JSON: ${reason}` }),
  'example-not-provided': ({ api }) => ({
    message: 'example must have a provided API',
    hint: `The ClusterServiceVersion owns no ${api === '' ? 'API without apiVersion and kind' : api}.`,
  }),
  'example-missing': ({ apis }) => ({
    message: 'provided API should have an example annotation',
    hint: `There is none for ${apis.join(', ')}.`,
  }),
};

const practices = {
  'resources': 'the container requests no resources, so Kubernetes evicts it first when a node is full',
  'definition-rights': 'the operator may create CustomResourceDefinitions; a bundle brings those it needs',
  'budget-rights': 'the operator may write disruption budgets, which can keep nodes from being drained',
  'security-rights': 'the operator may change the security context constraints of the cluster',
  'definition-description': 'the definition has no description',
} as const;

function unknownWords({ unknown, value, allowed }: Extract<AdviceIssues['description'], { readonly unknown: string }>) {
  return unknown === 'capability'
    ? { message: `there is no capability level ${JSON.stringify(value)}`, hint: `Use one of ${allowed.join(', ')}.` }
    : {
      message: `there is no category ${JSON.stringify(value)}`,
      hint: `Use some of ${allowed.join(', ')}, with a comma and no space between them.`,
    };
}
