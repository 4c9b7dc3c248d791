/** Rules of strings, numbers and enumerations. */
import type { JsonValue } from '../api';
import type { SchemaNode } from './pack';
import { matchesPattern } from './pattern';
import { type Walk, report, shorten } from './report';
import { isBase64, isQuantity, isTime } from './values';

export function walkString(walk: Walk, node: SchemaNode, value: string): void {
  switch (node.format) {
    case 'quantity':
      if (!isQuantity(value)) report(walk, 'bad-quantity', `"${shorten(value)}" is no quantity`, 'Write a number with an optional suffix: 250m, 1.5, 128Mi, 2Gi.');
      return;
    case 'byte':
      if (!isBase64(value)) report(walk, 'bad-base64', 'the value is not base64', 'Encode it, or give a Secret the plain text under stringData.');
      break;
    case 'date-time':
    case 'micro-time':
      if (!isTime(value, node.format === 'micro-time')) {
        const example = node.format === 'micro-time' ? '2025-01-31T12:00:00.000000Z' : '2025-01-31T12:00:00Z';
        report(walk, 'bad-time', `"${shorten(value)}" is no time`, `Write it like ${example}.`);
      }
      break;
    default:
  }
  walkScalarRules(walk, node, value);
  if (node.minLength === undefined && node.maxLength === undefined && node.pattern === undefined) return;
  const length = [...value].length;
  if (node.minLength !== undefined && length < node.minLength) report(walk, 'bad-length', `must have at least ${node.minLength} characters, and has ${length}`);
  if (node.maxLength !== undefined && length > node.maxLength) report(walk, 'bad-length', `may have at most ${node.maxLength} characters, and has ${length}`);
  if (node.pattern !== undefined && matchesPattern(node.pattern, value) === false) report(walk, 'pattern-mismatch', `"${shorten(value)}" does not match ${node.pattern}`);
}

export function walkNumber(walk: Walk, node: SchemaNode, value: number): void {
  if (node.format === 'int32' && (value < -2147483648 || value > 2147483647)) {
    report(walk, 'out-of-range', `${value} does not fit into 32 bits`, 'Use a value between -2147483648 and 2147483647.');
  }
  const { minimum, maximum, multipleOf } = node;
  if (minimum !== undefined && (node.exclusiveMinimum ? value <= minimum : value < minimum)) report(walk, 'out-of-range', `${value} is less than allowed (${node.exclusiveMinimum ? 'above' : 'at least'} ${minimum})`);
  if (maximum !== undefined && (node.exclusiveMaximum ? value >= maximum : value > maximum)) report(walk, 'out-of-range', `${value} is more than allowed (${node.exclusiveMaximum ? 'below' : 'at most'} ${maximum})`);
  if (multipleOf !== undefined && multipleOf > 0 && Number.isInteger(multipleOf) && value % multipleOf !== 0) report(walk, 'out-of-range', `${value} is no multiple of ${multipleOf}`);
  walkScalarRules(walk, node, value);
}

export function walkScalarRules(walk: Walk, node: SchemaNode, value: JsonValue): void {
  const allowed = node.enum;
  if (allowed === undefined) return;
  // An empty string of a built-in kind is an absent one.
  if ((walk.builtIn && value === '') || allowed.includes(value)) return;
  if (typeof value === 'object' && allowed.some((one) => JSON.stringify(one) === JSON.stringify(value))) return;
  const shown = allowed.slice(0, 12).map((one) => JSON.stringify(one)).join(', ');
  report(walk, 'value-not-allowed', `${shorten(JSON.stringify(value))} is not allowed here`, `Allowed: ${shown}${allowed.length > 12 ? ', …' : ''}.`);
}
