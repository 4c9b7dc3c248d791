/**
 * Rules and options are checked when they are given: one that is mistyped would never strike, or cut a connection where something else
 * was wanted, and the test that gave it would not notice. Programs without types call the proxy, too.
 */
import { types } from 'node:util';
import { docPage } from '../../doc-page';
import { BoxcutterError } from '../../errors';
import { ANSWERS, FAULTS } from './fault-fields';
import { VERBS } from './requests';
import { flag, isFields, list, oneOf, shown, text, where, type Check, type Fields } from './field-checks';

/** One mistake: where, and what is allowed there. */
interface Mistake {
  readonly path: string;
  readonly message: string;
}

/** Resources are named as in RBAC, in lower case: a kind, or a resource with its subresource, would never match. */
const isResource = (value: unknown): boolean => typeof value === 'string' && /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/.test(value);

const MATCH: Readonly<Record<string, Check>> = {
  verb: list(VERBS),
  resource: where(
    isResource,
    'the plural of a kind in lower case, with its group, like "configmaps" or "deployments.apps" (a subresource has a field of its own)',
  ),
  namespace: text,
  name: text,
  subresource: text,
  dryRun: flag,
  path: where((value) => types.isRegExp(value), 'a regular expression, like /labelSelector=/'),
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;

const RULE: Readonly<Record<string, Check>> = {
  match: where((value) => isFields(value) || typeof value === 'function', 'an object, or a function of the request'),
  nth: where(isCount, 'a whole number from 1'),
  times: where((value) => isCount(value) || value === Number.POSITIVE_INFINITY, 'a whole number from 1'),
  fault: where(isFields, 'an object with a type, like { type: \'refuse\' }'),
};

const OPTIONS: Readonly<Record<string, Check>> = {
  target: where((value) => (isFields(value)
    ? typeof value['server'] === 'string'
    : typeof value === 'string' && value !== ''), 'the path of a kubeconfig, or an object with server'),
  rules: where(Array.isArray, 'a list of rules'),
  onRequest: where((value) => typeof value === 'function', 'a function'),
};

/** @throws BoxcutterError `fault-rule-invalid` (input) with every mistake */
export function checkRule(rule: unknown): void {
  const fault = isFields(rule) && isFields(rule['fault']) ? ` with the fault ${shown(rule['fault']['type'])}` : '';
  refuseRules(`The rule${fault}`, mistakesOfRule(rule, ''));
}

/** @throws BoxcutterError `fault-rule-invalid`, `fault-proxy-options-invalid` (input) with every mistake */
export function checkOptions(options: unknown): void {
  const mistakes = isFields(options) ? mistakesIn(options, OPTIONS, ['target'], '') : [{
    path: '',
    message: `it is ${shown(options)}; it must be an object with target`,
  }];
  if (mistakes.length > 0) {
    throw new BoxcutterError(
      'fault-proxy-options-invalid', 'input',
      `The fault proxy cannot be started with these options:${linesOf(mistakes)}`,
      {
        hint: 'Correct what is listed.',
        details: { mistakes },
      },
    );
  }
  const { rules = [] } = options as { readonly rules?: readonly unknown[] };
  refuseRules(rules.length === 1
    ? 'The rule of the fault proxy'
    : 'The rules of the fault proxy', rules.flatMap((rule, index) => mistakesOfRule(rule, `rules[${index}]`)));
}

function refuseRules(what: string, mistakes: readonly Mistake[]): void {
  if (mistakes.length === 0) return;
  throw new BoxcutterError('fault-rule-invalid', 'input', `${what} cannot be used:${linesOf(mistakes)}`, {
    hint: `Correct what is listed. An example of every kind of fault: ${docPage('testing.md')}`,
    details: { mistakes },
  });
}

function linesOf(mistakes: readonly Mistake[]): string {
  return mistakes.map(({ path, message }) => `\n- ${path === '' ? '' : `${path}: `}${message}.`).join('');
}

function mistakesOfRule(rule: unknown, path: string): readonly Mistake[] {
  if (!isFields(rule)) return [{ path, message: `it is ${shown(rule)}; it must be an object with fault` }];
  const { match, fault } = rule;
  return [
    ...mistakesIn(rule, RULE, ['fault'], path),
    ...(isFields(match) ? mistakesIn(match, MATCH, [], below(path, 'match')) : []),
    ...(isFields(fault) ? mistakesOfFault(fault, below(path, 'fault')) : []),
  ];
}

function mistakesOfFault(fault: Fields, path: string): readonly Mistake[] {
  const mistakes = mistakesOfKind(fault, FAULTS, path);
  const { type, answer } = fault;
  return type === 'answer' && isFields(answer) ? [...mistakes, ...mistakesOfKind(answer, ANSWERS, below(path, 'answer'))] : mistakes;
}

/** What has a `type` has the fields of that type. */
function mistakesOfKind(value: Fields, kinds: Readonly<Record<string, Readonly<Record<string, Check>>>>, path: string): readonly Mistake[] {
  const { type } = value;
  const fields = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const checkType = oneOf(Object.keys(kinds));
  if (fields === undefined) return [{ path: below(path, 'type'), message: `it is ${shown(type)}; it must be ${checkType.allowed}` }];
  return mistakesIn(value, { type: checkType, ...fields }, Object.keys(fields).filter((name) => fields[name]?.optional !== true), path);
}

/** What is set to `undefined` counts as left out. */
function mistakesIn(value: Fields, fields: Readonly<Record<string, Check>>, required: readonly string[], path: string): readonly Mistake[] {
  const given = Object.entries(value).filter(([, content]) => content !== undefined);
  const wrong = given.flatMap(([name, content]): readonly Mistake[] => {
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (check === undefined) {
      return [{ path: below(path, name), message: `it means nothing here; known are ${Object.keys(fields).join(', ')}` }];
    }
    return check.isRight(content) ? [] : [{ path: below(path, name), message: `it is ${shown(content)}; it must be ${check.allowed}` }];
  });
  const lacking = required.filter((name) => value[name] === undefined);
  return [
    ...wrong,
    ...lacking.map((name) => ({ path: below(path, name), message: `it is missing; it must be ${fields[name]?.allowed ?? 'given'}` })),
  ];
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
