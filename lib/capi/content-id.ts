/** What tells whether content is the same: SHA-256 over the objects as they are applied, spelled as Go spells JSON. */
import type { KubeObject } from '../api';
import { sha256 } from '../api/canonical-json';
import { goJson } from './go-json';

/** A value for a variable in the manifests, as it is recorded with a revision. */
export interface Substitution {
  readonly key: string;
  readonly value: string;
}

/** @param objects in the order of the file, after substitution, with labels */
export function componentContentId(objects: readonly KubeObject[]): string {
  return hex(objects.map(goJson).join(''));
}

/** @param components content ids in the order of installation. @param substitutions sorted by key */
export function revisionContentId(components: readonly string[], substitutions: readonly Substitution[]): string {
  const recorded = substitutions.map(({ key, value }) => `{"key":${goJson(key)},"value":${goJson(value)}}`);
  return hex(components.join('') + (recorded.length === 0 ? 'null' : `[${recorded.join(',')}]`));
}

function hex(text: string): string {
  return sha256(text).toString('hex');
}
