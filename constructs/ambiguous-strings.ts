/** Strings that the YAML writer of cdk8s leaves without quotes although kubectl reads a number. */
import { Yaml } from 'cdk8s';
import { type KubeObject, refOf, type RevisionManifest, subjectOf } from '../lib/api';
import type { Finding } from '../lib/schema';
import { parseDocuments } from '../lib/yaml';

/** Only such strings can be taken for numbers; everything else is not worth the trouble of writing and reading it. */
const LIKE_A_NUMBER = /^[-+]?[0-9._][0-9a-fA-F_.xXoObBeE+-]*$/;

/** Warnings for strings like `0o644` and `1_000_` in the inline objects of a manifest. */
export function ambiguousStrings(manifest: RevisionManifest): Finding[] {
  const known = new Map<string, boolean>();
  const isAmbiguous = (text: string): boolean => {
    if (!LIKE_A_NUMBER.test(text)) return false;
    const result = known.get(text) ?? !survives(text);
    known.set(text, result);
    return result;
  };
  const objects = manifest.spec.phases.flatMap((phase) => phase.objects.flatMap(({ object }) => (object === undefined ? [] : [object])));
  return objects.flatMap((object) =>
    stringsOf(object, '')
      .filter(({ text }) => isAmbiguous(text))
      .map(({ text, path }): Finding => {
        const message = `the string "${text}" is written without quotes by cdk8s, and kubectl reads a number`;
        const hint = 'Write it differently, or keep it in a Secret, whose content goes by reference.';
        return { code: 'ambiguous-string', severity: 'warning', message, path, hint, subject: subjectOf(refOf(object as unknown as KubeObject)) };
      }),
  );
}

function survives(text: string): boolean {
  const { documents, findings } = parseDocuments(Yaml.stringify({ text }), 'probe');
  return findings.length === 0 && (documents[0]?.value as { readonly text?: unknown } | null)?.text === text;
}

function stringsOf(value: unknown, path: string): { readonly text: string; readonly path: string }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (Array.isArray(value)) return value.flatMap((item, index) => stringsOf(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => stringsOf(item, path === '' ? key : `${path}.${key}`));
}
