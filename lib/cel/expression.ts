/**
 * Looking into a parsed CEL expression. The library finds unknown names only while it evaluates, and then a typing error would look
 * like an object that never becomes ready; and it has no limit on work, so that a nested loop over a long list could stop the process.
 */
import type { CelEnv, parse } from '@bufbuild/cel';
import { WOVEN } from './functions';

type Expression = NonNullable<ReturnType<typeof parse>['expr']>;
type Constant = Extract<Expression['exprKind'], { readonly case: 'constExpr' }>['value'];
type Functions = CelEnv['funcs'];

/** Operators that the planner implements itself. */
const BUILT_IN = new Set(['_&&_', '_||_', '_?_:_', '_[_]', '@not_strictly_false']);
const TYPE_NAMES = new Set(['bool', 'bytes', 'double', 'google', 'int', 'list', 'map', 'null_type', 'string', 'type', 'uint']);
/** What an expression gives when it is not what a probe needs. */
const NOT_BOOLEAN = new Set(['bytes', 'double', 'int', 'list', 'map', 'string', 'type', 'uint']);

/** @throws Error naming an unknown function or variable, or a result that can never be a boolean. */
export function checkExpression(expression: Expression, functions: Functions, variables: readonly string[]): void {
  checkNames(expression, functions, new Set(variables), variables.join(', '));
  const type = resultType(expression, functions);
  if (type !== undefined) throw new Error(`the rule gives ${type}, not a boolean`);
}

/**
 * Makes what the planner does by itself count, in place: every iteration of every macro by the size of what it evaluates, the copy of what
 * a macro goes through, and every access by an index.
 *
 * @returns the steps of the expression without any iteration
 */
export function countSteps(expression: Expression, loops = 0): number {
  const { case: kind, value } = expression.exprKind;
  if (kind !== 'comprehensionExpr') {
    if (kind === 'callExpr' && value.function === '_[_]' && !isText(value.args[1])) value.function = WOVEN.at;
    return children(expression).reduce((sum, { child }) => sum + countSteps(child, loops), ownSteps(expression, loops));
  }
  const { iterRange, accuInit, loopCondition, loopStep, result } = value;
  if (iterRange === undefined || accuInit === undefined || loopCondition === undefined || loopStep === undefined || result === undefined) {
    throw new Error('the rule has a macro without a body');
  }
  const around = [iterRange, accuInit, result].reduce((sum, child) => sum + countSteps(child, loops), 1);
  const each = 3 + countSteps(loopCondition, loops + 1) + countSteps(loopStep, loops + 1);
  const counts = call(WOVEN.tick, [constant({ case: 'int64Value', value: BigInt(each) })]);
  value.loopCondition = conditional(counts, loopCondition, constant({ case: 'boolValue', value: false }));
  value.iterRange = call(WOVEN.range, [iterRange]);
  if (accuInit.exprKind.case === 'listExpr') {
    value.accuInit = call(WOVEN.collected, []);
    appendIn(loopStep, value.accuVar);
  }
  return around;
}

function isText(expression: Expression | undefined): boolean {
  return expression?.exprKind.case === 'constExpr' && expression.exprKind.value.constantKind.case === 'stringValue';
}

/** Without what it is made of. */
function ownSteps(expression: Expression, loops: number): number {
  switch (expression.exprKind.case) {
    // A name is looked for in one loop after the other, and a chain of fields as one name, too.
    case 'identExpr':
      return 2 + loops;
    case 'selectExpr':
      return 2 + chainLength(expression);
    case 'structExpr':
      return 5;
    default:
      return 1;
  }
}

/** Macros that make a list put each element to the end of the one so far, which nobody else can see. */
function appendIn(step: Expression, list: string): void {
  const { case: kind, value } = step.exprKind;
  if (kind !== 'callExpr') return;
  const [first] = value.args;
  if (value.function === '_?_:_') for (const branch of value.args.slice(1)) appendIn(branch, list);
  const isList = first?.exprKind.case === 'identExpr' && first.exprKind.value.name === list;
  if (value.function === '_+_' && isList) value.function = WOVEN.append;
}

/** Of `a.b.c`: 2. */
function chainLength(expression: Expression): number {
  let length = 0;
  let at: Expression | undefined = expression;
  while (at?.exprKind.case === 'selectExpr') {
    length += 1;
    at = at.exprKind.value.operand;
  }
  return length;
}

function checkNames(expression: Expression, functions: Functions, scope: ReadonlySet<string>, given: string): void {
  const { case: kind, value } = expression.exprKind;
  if (kind === 'identExpr' && !scope.has(value.name) && !TYPE_NAMES.has(value.name)) {
    throw new Error(`unknown variable ${value.name}; ${given === 'self' ? 'the object is' : 'there is only'} the variable ${given}`);
  }
  if (kind === 'callExpr') {
    const namespace = value.target?.exprKind.case === 'identExpr' ? value.target.exprKind.value.name : undefined;
    if (namespace !== undefined && functions.find(`${namespace}.${value.function}`) !== undefined) {
      for (const argument of value.args) checkNames(argument, functions, scope, given);
      return;
    }
    if (!BUILT_IN.has(value.function) && functions.find(value.function) === undefined) {
      throw new Error(`unknown function ${value.function}`);
    }
  }
  for (const { child, variables } of children(expression)) checkNames(child, functions, new Set([...scope, ...variables]), given);
}

/** The type of the result when it is certain and is not a boolean. */
function resultType(expression: Expression, functions: Functions): string | undefined {
  const { case: kind, value } = expression.exprKind;
  if (kind === 'constExpr') {
    const type = value.constantKind.case?.replace(/(64)?Value$/, '');
    return type === 'bool' ? undefined : type;
  }
  if (kind === 'listExpr') return 'list';
  if (kind === 'structExpr') return 'map';
  if (kind !== 'callExpr' || BUILT_IN.has(value.function)) return undefined;
  const results = new Set([...(functions.find(value.function) ?? [])].map(({ result }) => result.name));
  if (![...results].every((name) => NOT_BOOLEAN.has(name) || name.startsWith('google.protobuf.'))) return undefined;
  // Arithmetic, mostly: which of its types it is depends on the object.
  return results.size === 1 ? [...results].join() : 'a number, time, text or list';
}

interface Child {
  readonly child: Expression;
  /** Variables that exist in it besides those around it. */
  readonly variables: readonly string[];
}

function children(expression: Expression): readonly Child[] {
  const { case: kind, value } = expression.exprKind;
  switch (kind) {
    case 'selectExpr':
      return within([value.operand]);
    case 'callExpr':
      return within([value.target, ...value.args]);
    case 'listExpr':
      return within(value.elements);
    case 'structExpr':
      return within(value.entries.flatMap((entry) => [entry.keyKind.case === 'mapKey' ? entry.keyKind.value : undefined, entry.value]));
    case 'comprehensionExpr': {
      const inside = [value.iterVar, value.iterVar2, value.accuVar];
      return [
        ...within([value.iterRange, value.accuInit]),
        ...within([value.loopCondition, value.loopStep], inside),
        ...within([value.result], [value.accuVar]),
      ];
    }
    default:
      return [];
  }
}

function within(expressions: readonly (Expression | undefined)[], variables: readonly string[] = []): readonly Child[] {
  return expressions.filter((child): child is Expression => child !== undefined).map((child) => ({ child, variables }));
}

function conditional(condition: Expression, then: Expression, otherwise: Expression): Expression {
  return call('_?_:_', [condition, then, otherwise]);
}

function call(name: string, args: Expression[]): Expression {
  return {
    $typeName: 'cel.expr.Expr',
    id: 0n,
    exprKind: { case: 'callExpr', value: { $typeName: 'cel.expr.Expr.Call', function: name, args } },
  };
}

function constant(constantKind: Constant['constantKind']): Expression {
  return {
    $typeName: 'cel.expr.Expr',
    id: 0n,
    exprKind: { case: 'constExpr', value: { $typeName: 'cel.expr.Constant', constantKind } },
  };
}
