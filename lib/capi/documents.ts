/** The documents of a manifest file: split as Kubernetes' reader does, before anything is substituted. */
import { isJsonObject, type JsonObject, type KubeObject } from '../api';
import { findingsOf } from '../in-words';
import { parseDocuments, yamlWording } from '../yaml';
import { manifestsError } from './error';

/** A line that begins with `---` separates, whatever follows in it. */
export function splitDocuments(text: string): readonly string[] {
  return `\n${text.replaceAll('\r\n', '\n')}`.split(/\n---[^\n]*(?=\n|$)/).map((document) => document.replace(/^\n/, ''));
}

/** What one document of YAML holds; undefined: nothing. @throws BoxcutterError `capi-manifests` */
export function valueOf(document: string, where: string): JsonObject | undefined {
  const { documents, issues } = parseDocuments(document, where);
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const messages = findingsOf(errors, yamlWording).map(({ message }) => message.replace(/\.$/, ''));
    throw manifestsError(where, messages.slice(0, 3).join('; '));
  }
  const values = documents.map(({ value }) => value).filter((value) => value !== null && value !== undefined);
  if (values.length === 0) return undefined;
  if (values.length > 1 || !isJsonObject(values[0])) throw manifestsError(where, 'it is not one YAML mapping');
  return values[0];
}

/** @throws BoxcutterError `capi-manifests` */
export function objectOf(document: string, where: string): KubeObject | undefined {
  const value = valueOf(document, where);
  if (value === undefined) return undefined;
  const { apiVersion, kind, metadata } = value;
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  const isObject = [apiVersion, kind, name].every((text) => typeof text === 'string' && text !== '');
  if (!isObject) throw manifestsError(where, 'it lacks apiVersion, kind or metadata.name');
  return value as unknown as KubeObject;
}
