import type { JsonValue } from '../api';
import type { FoundType } from './issues';

export function asArray(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : undefined;
}

export function asString(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function typeOf(value: JsonValue): FoundType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value as Exclude<FoundType, 'null' | 'list'>;
}
