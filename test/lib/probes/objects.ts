import type { JsonObject, KubeObject, ProbeAssertion, ProgressionProbe } from '../../../lib/api';

/** A live object; `metadata.generation` 1 as the API server gives it. */
export function live(apiVersion: string, kind: string, content: JsonObject = {}, metadata: JsonObject = {}): KubeObject {
  return { apiVersion, kind, metadata: { name: 'web', namespace: 'shop', generation: 1, ...metadata }, ...content };
}

export function condition(type: string, status: string, more: JsonObject = {}): JsonObject {
  return { type, status, ...more };
}

/** A probe that selects every object. */
export function probe(...assertions: ProbeAssertion[]): ProgressionProbe {
  return { selector: { type: 'Label', label: { matchLabels: {} } }, assertions };
}

export const widget = (content: JsonObject, metadata: JsonObject = {}) => live('example.com/v1', 'Widget', content, metadata);
