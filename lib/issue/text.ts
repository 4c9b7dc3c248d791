/** The parts of an issue as text: its path, its origin, its subject. */
import { replaceNotPlain } from '../plain-text';
import type { Origin, Segment, Subject } from './issue';

/** `spec.containers[0].image`; keys that are no plain names in brackets: `metadata.labels["app.kubernetes.io/name"]`. */
export function formatPath(path: readonly Segment[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(segment)) text += text === '' ? segment : `.${segment}`;
    else text += `[${JSON.stringify(segment)}]`;
  }
  return text;
}

/** The same with keys as they are: who looks for one in a text finds it as it is written there. */
export function formatPlainPath(path: readonly Segment[]): string {
  return path.map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${segment}`)).join('').replace(/^\./, '');
}

/** `manifests/all.yaml:12 (document 2) (item 3) (Deployment shop/web)`; what a construct has read stands in brackets after its path. */
export function formatOrigin({ within, ...place }: Origin): string {
  return within === undefined ? placeText(place) : `${within} (${placeText(place)})`;
}

function placeText({ source, line, document, items = [], made }: Origin): string {
  const parts = [
    ...(document === undefined ? [] : [`document ${document}`]),
    ...items.map((item) => `item ${item}`),
    ...(made === undefined ? [] : [`${made.kind} ${nameText(made)}`]),
  ];
  return [`${source}${line === undefined ? '' : `:${line}`}`, ...parts.map((part) => `(${part})`)].join(' ');
}

/** `Deployment.apps/v1 shop/web`, `ConfigMap.v1 shop/settings`. */
export function formatSubject(subject: Subject): string {
  return `${subject.kind}.${subject.apiVersion} ${nameText(subject)}`;
}

function nameText({ namespace, name = '(no name)' }: Pick<Subject, 'namespace' | 'name'>): string {
  return `${namespace ? `${namespace}/` : ''}${name}`;
}

/** Control characters of the input must not reach a terminal, nor marks that turn the direction of what is read. */
export function printable(text: string): string {
  return replaceNotPlain(text.replace(/[\n\t]/g, ' '), () => '\ufffd');
}

/** Not more of a text than people read: names and keys of an input may have megabytes. */
export function shortened(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length - limit} more characters)` : text;
}
