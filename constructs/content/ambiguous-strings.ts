/** Strings, values and keys, that the YAML writer of cdk8s leaves without quotes although kubectl reads something else. */
import { Yaml } from 'cdk8s';
import { asObject, type KubeObject, refOf, type RevisionManifest } from '../../lib/api';
import type { Issue, Segment } from '../../lib/issue';
import { parseDocuments } from '../../lib/yaml';
import { constructIssue } from '../issues';

/** Only such strings can be taken for numbers or merges; everything else is not worth the trouble of writing and reading it. */
const SUSPECT = /^(?:<<|[-+]?[0-9._][0-9a-fA-F_.xXoObBeE+-]*)$/;

/** Warnings for strings like `0o644` and `1_000_`, and for keys like these and `<<`, in the inline objects of a manifest. */
export function ambiguousStrings(manifest: RevisionManifest): Issue[] {
  const known = new Map<string, boolean>();
  const isAmbiguous = ({ text, isKey }: Place): boolean => {
    if (!SUSPECT.test(text)) return false;
    const id = `${isKey ? 'key' : 'value'} ${text}`;
    const result = known.get(id) ?? !(isKey ? survivesAsKey(text) : survives(text));
    known.set(id, result);
    return result;
  };
  const objects = manifest.spec.phases.flatMap((phase) => phase.objects.flatMap(({ object }) => (object === undefined ? [] : [object])));
  return objects.flatMap((object) =>
    stringsOf(object, [])
      .filter(isAmbiguous)
      .map(({ text, isKey, path }) => {
        const subject = refOf(object as unknown as KubeObject);
        return constructIssue('ambiguous-string', { text, isKey }, { severity: 'warning', path, subject });
      }),
  );
}

function survives(text: string): boolean {
  const { documents, issues } = parseDocuments(Yaml.stringify({ text }), 'probe');
  return issues.length === 0 && (documents[0]?.value as { readonly text?: unknown } | null)?.text === text;
}

/** Under a key that is safe itself, since the first key of a document is written differently. */
function survivesAsKey(text: string): boolean {
  const { documents, issues } = parseDocuments(Yaml.stringify({ map: { [text]: 'value' } }), 'probe');
  const map = asObject(asObject(documents[0]?.value)?.['map']);
  return issues.length === 0 && map !== undefined && Object.keys(map).join() === text;
}

interface Place {
  readonly text: string;
  readonly isKey: boolean;
  readonly path: readonly Segment[];
}

function stringsOf(value: unknown, path: readonly Segment[]): Place[] {
  if (typeof value === 'string') return [{ text: value, isKey: false, path }];
  if (Array.isArray(value)) return value.flatMap((item, index) => stringsOf(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const inside = [...path, key];
    return [{ text: key, isKey: true, path: inside }, ...stringsOf(item, inside)];
  });
}
