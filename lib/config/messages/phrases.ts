/** Parts of the sentences about a configuration: rules, forms, and what of a value is shown. */
import type { JsonValue } from '../../api';
import type { Segment } from '../../issue';
import { fieldText } from './field-path';
import type { FormSketch } from './forms';
import type { Rule, Shown } from './issues';

/** Longest value in a message, in characters. */
const LONGEST_VALUE = 60;
/** Longest list of allowed values. */
const LONGEST_LIST = 300;
/** Longest title of a form, and longest list of the values of one. */
const LONGEST_TITLE = 60;
const LONGEST_FORM = 80;

export function ruleText(rule: Rule): string {
  switch (rule.rule) {
    case 'at-most':
      return `must be <= ${rule.limit}`;
    case 'at-least':
      return `must be >= ${rule.limit}`;
    case 'below':
      return `must be less than ${rule.limit}`;
    case 'above':
      return `must be greater than ${rule.limit}`;
    case 'multiple-of':
      return `must be a multiple of ${rule.limit}`;
    case 'one-of':
      return `must be one of ${shortList(rule.values)}`;
    case 'equals':
      return `must be ${cut(JSON.stringify(rule.value), LONGEST_LIST)}`;
    case 'format':
      return formatText(rule.format, rule.installNamespace);
    case 'pattern':
      return `must match pattern ${JSON.stringify(rule.pattern)}`;
    case 'size':
      return `must have at ${rule.bound} ${rule.count} ${rule.unit}${rule.count === 1 ? '' : 's'}`;
    case 'no-repetition':
      return `must not hold the same item twice, as items ${rule.items.join(' and ')} are`;
    case 'contains': {
      const most = rule.most === undefined ? '' : ` and at most ${rule.most}`;
      return `must hold at least ${rule.least} item${rule.least === 1 ? '' : 's'}${most} of the form: ${formText(rule.form)}`;
    }
    case 'not':
      return `must not be ${formText(rule.form)}`;
    case 'some-form':
      return 'must fit one of the forms that the schema allows';
    case 'one-form':
      return `must be one of: ${[...new Set(rule.forms.map(formText)), ...(rule.more ? ['…'] : [])].join(', or ')}`;
    case 'only-one-form':
      return `must be only one of: ${rule.forms.map(formText).join(', or ')}`;
    case 'only-one-field':
      return `must have only one of the fields ${listOf(rule.fields.map((path) => `'${fieldText(path)}'`), 'and')}`;
    case 'absent':
      return 'must not be there';
    case 'keyword':
      return `must fit "${rule.keyword}" of the schema`;
  }
}

function formatText(format: string, installNamespace: string | undefined): string {
  const named = installNamespace === undefined ? '' : ` "${installNamespace}"`;
  switch (format) {
    case 'namespaceName':
      return 'must be a valid name of a namespace';
    case 'isInstallNamespace':
      return `must be the install namespace${named}`;
    case 'isNotInstallNamespace':
      return `must be the name of a namespace other than the install namespace${named}`;
    case 'uri':
    case 'url':
      return 'must be a valid url';
    default:
      return `must be a valid ${format}`;
  }
}

/** A form in a few words: `an object with type "s3" and bucket`. */
function formText(form: FormSketch): string {
  if ('title' in form) return form.title.slice(0, LONGEST_TITLE);
  if ('values' in form) return form.values.map((value) => JSON.stringify(value)).join(' or ').slice(0, LONGEST_FORM);
  if ('types' in form) return form.types.map(withArticle).join(' or ');
  if ('index' in form) return `form ${form.index + 1}`;
  if ('rules' in form) {
    return form.rules.map(([keyword, value]) => `${keyword} ${cut(JSON.stringify(value), LONGEST_VALUE)}`).join(' and ') || 'anything';
  }
  const keys = form.keys.map(([key, value]) => (value === undefined ? key : `${key} ${JSON.stringify(value)}`));
  const parts = form.more ? [...keys, '…'] : keys;
  return parts.length === 0 ? 'an object' : `an object with ${listOf(parts, 'and')}`;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** ` but got "x"`; empty where nothing has to be said of the value. */
export function gotText(got: Shown | undefined): string {
  if (got === undefined) return '';
  if ('hidden' in got) return ' but got another (not shown)';
  if ('type' in got) return ` but got ${got.type}`;
  return ` but got ${'count' in got ? got.count : cut(JSON.stringify(got.value), LONGEST_VALUE)}`;
}

/** ` (as 'type' is "s3")`: why one form of several was meant. */
export function decidedText(decidedBy: readonly { readonly path: readonly Segment[]; readonly value: JsonValue }[] = []): string {
  return decidedBy.map(({ path, value }) => ` (as '${fieldText(path)}' is ${JSON.stringify(value).slice(0, LONGEST_VALUE)})`).join('');
}

/** `["a", "b"]`, with a space after each comma (docs/requirements.md, configuration). */
export function shortList(values: readonly JsonValue[]): string {
  return cut(`[${values.map((value) => JSON.stringify(value)).join(', ')}]`, LONGEST_LIST);
}

/** `a`, `a and b`, `a, b and c`. */
export function listOf(parts: readonly string[], word: 'and' | 'or'): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
