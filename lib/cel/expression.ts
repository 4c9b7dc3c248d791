/**
 * Looking into a parsed CEL expression. The library finds unknown names only while it evaluates, and then a typing error would look
 * like an object that never becomes ready; and it has no limit on work, so that a nested loop over a long list could stop the process.
 */
import type { CelEnv, parse } from '@bufbuild/cel';

type Expression = NonNullable<ReturnType<typeof parse>['expr']>;
type Functions = CelEnv['funcs'];

/** Name of the function that counts a step; no rule can write it. */
export const TICK = '@tick';

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

/** Makes every iteration of every macro count, in place. */
export function limitSteps(expression: Expression): void {
  const { case: kind, value } = expression.exprKind;
  if (kind === 'comprehensionExpr' && value.loopCondition !== undefined) {
    value.loopCondition = conditional(call(TICK, []), value.loopCondition, constant(false));
  }
  for (const { child } of children(expression)) limitSteps(child);
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

function constant(value: boolean): Expression {
  return {
    $typeName: 'cel.expr.Expr',
    id: 0n,
    exprKind: { case: 'constExpr', value: { $typeName: 'cel.expr.Constant', constantKind: { case: 'boolValue', value } } },
  };
}
