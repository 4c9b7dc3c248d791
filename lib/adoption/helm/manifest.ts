/**
 * The objects of a release, as Helm rendered them: YAML documents divided by `---`, each with the template that it comes from in a comment,
 * or, of operator-controller, an object of JSON a line. Definitions of `crds/` and hooks stand beside them. Pure.
 */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { BoxcutterError } from '../../errors';
import type { RenderedObject } from '../../formats';
import { formatIssues, formatOrigin, type Issue } from '../../issue';
import { isHarmless, objectsOfText, yamlWording } from '../../yaml';
import type { HelmRelease } from './release';

/** Whoever may write a release could have the cluster asked about any number of objects; real ones have some hundreds at most. */
const MAX_OBJECTS = 5_000;
const MAX_KINDS = 300;

/** @throws BoxcutterError `release-unreadable` (server) with all that cannot be read */
export function renderedBy(release: HelmRelease): readonly RenderedObject[] {
  const { name, manifest, hooks, files } = release;
  const places = new Places();
  const issues: Issue[] = [];
  const read = (text: string, file: string, isDefinition: boolean): readonly RenderedObject[] => {
    const found = objectsOfText(text, file);
    issues.push(...found.issues.filter((issue) => !isHarmless(issue)));
    return found.objects.map((object) => ({ manifest: object.manifest, origin: places.next(file), isDefinition }));
  };
  const objects = [
    ...documentsOf(manifest).flatMap(({ file, text }) => partsOf(text).flatMap((part) => read(part, file, false))),
    ...files.filter(isDefinitions).flatMap((file) => read(file.text, file.name, true)),
    ...hooks.flatMap((hook) => read(hook.manifest, withoutChart(hook.path), false)),
  ];
  const kinds = new Set(objects.map((object) => `${String(object.manifest['apiVersion'])} ${String(object.manifest['kind'])}`)).size;
  if (objects.length > MAX_OBJECTS || kinds > MAX_KINDS) {
    const has = `${objects.length} objects of ${kinds} kinds, and may have ${MAX_OBJECTS} of ${MAX_KINDS}`;
    throw new BoxcutterError('release-unreadable', 'server', `The manifest of release "${name}" has ${has}. Nothing was changed.`, {
      hint: 'Install what it has as several releases, and adopt each of them.',
    });
  }
  const nameless = objects.find((object) => !isNamed(object.manifest));
  if (issues.length === 0 && nameless === undefined) return objects;
  const what = nameless === undefined
    ? formatIssues(issues, yamlWording) : `${formatOrigin(nameless.origin)} gives an object without kind or name.`;
  throw new BoxcutterError('release-unreadable', 'server', `The manifest of release "${name}" cannot be read:\n${what}`, {
    hint: 'helm get manifest shows it. Another version of the release can be named by its number.',
  });
}

function isDefinitions({ name }: HelmRelease['files'][number]): boolean {
  return /^crds\/.*\.(?:ya?ml|json)$/.test(name);
}

/** As much as is needed to look for it. */
function isNamed({ apiVersion, kind, metadata }: JsonObject): boolean {
  const { name, namespace } = asObject(metadata) ?? {};
  const isText = (value: JsonValue | undefined): boolean => typeof value === 'string' && value !== '';
  return isText(apiVersion) && isText(kind) && isText(name) && (namespace === undefined || typeof namespace === 'string');
}

interface Document {
  readonly file: string;
  readonly text: string;
}

/** As Helm divides it: `---` at the beginning of a line ends a document, whatever follows on that line. */
function documentsOf(manifest: string): readonly Document[] {
  return manifest.split(/^---[ \t]*/m).flatMap((text): Document[] => {
    // Not `\s`: over many empty lines that takes time beyond measure.
    if (!/^[^\S\n]*[^\s#]/m.test(text)) return [];
    const source = /^# Source: (.+)$/m.exec(text)?.[1];
    return [{ file: source === undefined ? 'manifest' : withoutChart(source.trim()), text }];
  });
}

/** `web/templates/a.yaml` is a file of chart `web`. */
function withoutChart(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** An object a line, where each line is one; everything else is one text, an object over several lines among it. */
function partsOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => /^\s*[^\s#]/.test(line));
  return lines.every((line) => line.trimStart().startsWith('{') && isObjectText(line)) ? lines : [text];
}

function isObjectText(line: string): boolean {
  try {
    return isJsonObject(JSON.parse(line));
  } catch {
    return false;
  }
}

/** Origins that name each object once. */
class Places {
  private readonly counts = new Map<string, number>();

  next(source: string): RenderedObject['origin'] {
    const document = (this.counts.get(source) ?? 0) + 1;
    this.counts.set(source, document);
    return document === 1 ? { source } : { source, document };
  }
}
