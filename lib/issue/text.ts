/** Issues as text for terminals. */
import type { Issue, Origin, Segment, Subject } from './issue';
import { wordsOf, type Wording } from './wording';

/** One line an issue, errors before warnings, else in the order given: `origin: subject: path: message. hint`. Empty without issues. */
export function formatIssues(issues: readonly Issue[], wording: Wording): string {
  const ordered = [...issues.filter(({ severity }) => severity === 'error'), ...issues.filter(({ severity }) => severity === 'warning')];
  return ordered.map((issue) => formatIssue(issue, wording)).join('\n');
}

export function formatIssue(issue: Issue, wording: Wording): string {
  const { origin, subject, path, severity } = issue;
  const { message, hint } = wordsOf(issue, wording);
  const places = [origin === undefined ? '' : formatOrigin(origin), subject === undefined ? '' : formatSubject(subject), formatPath(path)];
  const place = places.filter((part) => part !== '').join(': ');
  const text = `${severity === 'warning' ? 'warning: ' : ''}${message}${/[.!?]$/.test(message) ? '' : '.'}${hint ? ` ${hint}` : ''}`;
  return printable(place === '' ? text : `${place}: ${text}`);
}

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

/** `manifests/all.yaml:12 (document 2) (item 3) (Deployment shop/web)`. */
export function formatOrigin({ source, line, document, item, made }: Origin): string {
  const parts = [document === undefined ? undefined : `document ${document}`, item === undefined ? undefined : `item ${item}`, made && objectText(made)];
  return [`${source}${line === undefined ? '' : `:${line}`}`, ...parts.filter((part) => part !== undefined).map((part) => `(${part})`)].join(' ');
}

function objectText({ kind, namespace, name }: Pick<Subject, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** `Deployment.apps/v1 shop/web`, `ConfigMap.v1 shop/settings`. */
export function formatSubject({ apiVersion, kind, namespace, name }: Subject): string {
  return `${kind}.${apiVersion} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** Control characters of the input must not reach a terminal, nor marks that turn the direction of what is read. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => (character === '\n' || character === '\t' ? ' ' : '\ufffd'));
}
