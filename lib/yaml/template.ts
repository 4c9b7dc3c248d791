/** Texts that become manifests only when a program has filled them in, like the templates of a Helm chart. */
import type { JsonObject } from '../api';
import type { Issue } from '../issue';
import { yamlIssue } from './issues';

/**
 * An action where YAML has a key or a value: at the beginning of a line, or without quotes behind a key, a dash or in a flow collection.
 * Bounded, as a text may be hostile.
 */
const ACTION = /^[ \t]*(?:- )*(?:[\w./"'-]+:[ \t]+)?(?:[[{](?:[^'"#]{0,60}[ ,[{])?)?\{\{.{0,120}\}\}/;

/** What YAML takes an action for. */
const MISREAD: ReadonlySet<string> = new Set(['yaml-syntax', 'yaml-key']);

/** What is wrong with a text, as one issue when that is a template: what YAML makes of its actions helps nobody. */
export function unlessTemplate(issues: readonly Issue[], text: string, file: string): readonly Issue[] {
  if (!issues.some(({ code }) => MISREAD.has(code))) return issues;
  const line = text.split('\n').findIndex((each) => each.includes('}}') && ACTION.test(each)) + 1;
  return line === 0 ? issues : [yamlIssue('yaml-template', {}, { origin: { source: file, line } })];
}

/** An action in quotes is text for YAML, and no name for Kubernetes. */
export function isNamedByTemplate({ metadata }: JsonObject): boolean {
  const { name, namespace } = (metadata ?? {}) as { readonly name?: unknown; readonly namespace?: unknown };
  return [name, namespace].some((text) => typeof text === 'string' && /\{\{.*\}\}/.test(text));
}
