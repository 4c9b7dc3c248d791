/** Rules of strings, numbers and enumerations. */
import type { JsonValue } from '../../api';
import type { SchemaIssues } from '../issues';
import type { SchemaNode } from '../pack';
import { matchesPattern } from './pattern';
import { type Walk, report } from '../report';
import { isBase64, isQuantity, isTime } from '../values';

export function walkString(walk: Walk, node: SchemaNode, value: string): void {
  switch (node.format) {
    case 'quantity':
      if (!isQuantity(value)) report(walk, 'bad-quantity', { value });
      return;
    case 'byte':
      if (!isBase64(value)) report(walk, 'bad-base64', {});
      break;
    case 'date-time':
    case 'micro-time': {
      const micro = node.format === 'micro-time';
      if (!isTime(value, micro)) report(walk, 'bad-time', { value, micro });
      break;
    }
    default:
  }
  walkScalarRules(walk, node, value);
  if (node.minLength === undefined && node.maxLength === undefined && node.pattern === undefined) return;
  const length = [...value].length;
  checkLength(walk, length, 'characters', node.minLength, node.maxLength);
  const { pattern } = node;
  if (pattern !== undefined && matchesPattern(pattern, value) === false) report(walk, 'pattern-mismatch', { value, pattern });
}

export function walkNumber(walk: Walk, node: SchemaNode, value: number): void {
  if (node.format === 'int32' && (value < -2147483648 || value > 2147483647)) {
    report(walk, 'out-of-range', { value, rule: 'int32' });
  }
  const { minimum, maximum, multipleOf } = node;
  if (minimum !== undefined && (node.exclusiveMinimum ? value <= minimum : value < minimum)) {
    report(walk, 'out-of-range', { value, rule: node.exclusiveMinimum ? 'above' : 'at-least', limit: minimum });
  }
  if (maximum !== undefined && (node.exclusiveMaximum ? value >= maximum : value > maximum)) {
    report(walk, 'out-of-range', { value, rule: node.exclusiveMaximum ? 'below' : 'at-most', limit: maximum });
  }
  if (multipleOf !== undefined && multipleOf > 0 && Number.isInteger(multipleOf) && value % multipleOf !== 0) {
    report(walk, 'out-of-range', { value, rule: 'multiple-of', limit: multipleOf });
  }
  walkScalarRules(walk, node, value);
}

export function walkScalarRules(walk: Walk, node: SchemaNode, value: JsonValue): void {
  const allowed = node.enum;
  if (allowed === undefined) return;
  // An empty string of a built-in kind is an absent one.
  if ((walk.builtIn && value === '') || allowed.includes(value)) return;
  if (typeof value === 'object' && allowed.some((one) => JSON.stringify(one) === JSON.stringify(value))) return;
  report(walk, 'value-not-allowed', { value, allowed });
}

/** How many characters, items or entries there are. */
export function checkLength(
  walk: Walk, length: number, unit: SchemaIssues['bad-length']['unit'], least: number | undefined, most: number | undefined,
): void {
  if (least !== undefined && length < least) report(walk, 'bad-length', { rule: 'at-least', limit: least, length, unit });
  if (most !== undefined && length > most) report(walk, 'bad-length', { rule: 'at-most', limit: most, length, unit });
}
