/**
 * From objects as somebody wrote them to the revision that takes over what runs of them: found in the version that is served, read, left
 * out where they are not there or not theirs, and said as they run.
 */
import { asObject, groupOf, keyOf, type JsonObject, type KubeObject, type ObjectRef, refOf, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import type { OwnerContext } from '../../engine';
import { BoxcutterError } from '../../errors';
import { formatIssues, hasErrors, isError } from '../../issue';
import { compile, type CompiledRevision, compileWording, type RevisionSource, type SourceObject } from '../../revision';
import { kubernetesSchemas, type SchemaSource } from '../../schema';
import { asItRuns, type Edit } from './as-it-runs';
import { keepHeld } from './keep-held';
import { type FormerOwner, type LeftOut, reasonToLeave } from './left-out';
import { type Holder, holdersOf, replaced } from './managers';
import { type LiveReader, readLive, servedKinds } from './read-live';
import { heldContent, writtenAs } from './written-as';

export interface TakeSource extends Pick<RevisionSource, 'packageName' | 'version' | 'phases'> {
  readonly extension: string;
  /** For namespaced objects that name none. */
  readonly namespace: string;
  readonly objects: readonly SourceObject[];
  readonly former: FormerOwner;
  /** Field managers that are replaced where they have written. @default all that are known to apply objects */
  readonly replaces?: readonly string[];
  /** Field managers that are replaced beside them. @default none */
  readonly managers?: readonly string[];
  /** What the document of the revision says beside that. @default it is rolled out from the record of the command */
  readonly details?: Partial<Omit<RevisionSource, 'extension' | 'objects' | 'namespace' | 'collisionProtection'>>;
}

export interface Taking {
  /** Revision 1: what runs, taken over whatever controls it. */
  readonly revision: ResolvedRevision;
  /** The same with its documents. */
  readonly compiled: CompiledRevision;
  /** The objects as they were read. */
  readonly seen: readonly KubeObject[];
  /** What another client has changed since, by object. */
  readonly edits: readonly { readonly ref: ObjectRef; readonly fields: readonly Edit[] }[];
  readonly leftOut: readonly LeftOut[];
  /** Who has written which of the objects, beside controllers that write status. */
  readonly holders: readonly Holder[];
  /** Field managers that are replaced: what they hold becomes ours. */
  readonly managers: readonly string[];
}

interface Found {
  readonly source: SourceObject;
  readonly ref: ObjectRef;
  readonly namespaced: boolean;
}

interface Taken {
  readonly one: Found;
  readonly there: KubeObject;
  /** In another version than the manifest says. @default false */
  readonly isOther?: boolean;
}

/**
 * @param context of the extension that takes over
 * @throws BoxcutterError `nothing-to-adopt` (input), `adoption-invalid` (input), `object-unreadable` (server)
 */
export async function prepare(source: TakeSource, reader: LiveReader, context: OwnerContext): Promise<Taking> {
  const leftOut: LeftOut[] = [];
  const found = await locate(source, reader, leftOut);
  const live = await readLive(found.map(({ ref }) => ref), reader);
  const schemas = kubernetesSchemas();
  const edits = new Map<ObjectRef, readonly Edit[]>();
  const mine = found.flatMap((one): Taken[] => {
    const there = live.get(keyOf(one.ref));
    const reason = there === undefined ? { type: 'gone' as const } : reasonToLeave(there, source.former, context);
    if (there === undefined || reason !== undefined) {
      if (reason !== undefined) leftOut.push({ ref: one.ref, reason });
      return [];
    }
    return [{ one, there }];
  });
  if (mine.length === 0) throw nothingLeft(source, leftOut);
  const holders = holdersOf(mine.map(({ there }) => there));
  const managers = replaced(holders, source.managers, source.replaces);
  const taken = await inTheirVersions(mine, managers, context.fieldManager, reader);
  const objects = await Promise.all(taken.map(async ({ one, there, isOther = false }): Promise<SourceObject> => {
    const all = [...managers, context.fieldManager];
    const manifest = placed(one);
    // In another version its content has other names: it is what they hold.
    const inVersion = { apiVersion: there.apiVersion, kind: there.kind, metadata: manifest['metadata'] ?? {}, ...heldContent(there, all) };
    const said = asItRuns(isOther ? inVersion : manifest, there, schemaOf(there, schemas));
    const { object, edits: unnamed } = await keepHeld(said, there, all, reader);
    const fields = [...(isOther ? [{ path: ['apiVersion'], type: 'changed' } as const] : []), ...unnamed];
    if (fields.length > 0) edits.set(one.ref, fields);
    return { ...one.source, manifest: object, scope: one.namespaced ? 'namespaced' : 'cluster' };
  }));
  const seen = taken.map(({ there }) => there);
  const compiled = compiledFrom(source, objects);
  const edited = found.flatMap(({ ref }) => (edits.has(ref) ? [{ ref, fields: edits.get(ref) ?? [] }] : []));
  return { revision: compiled.resolved, compiled, seen, edits: edited, leftOut, holders, managers };
}

/** Each in the version that those who are replaced have written it in, where that is served: read once more, if it is another one. */
async function inTheirVersions(
  taken: readonly Taken[], managers: readonly string[], ours: string, reader: LiveReader,
): Promise<readonly Taken[]> {
  const others = taken.flatMap(({ one: { ref }, there }): ObjectRef[] => {
    const apiVersion = writtenAs(there, managers, ours);
    return apiVersion === there.apiVersion || groupOf(apiVersion) !== groupOf(there.apiVersion) ? [] : [{ ...ref, apiVersion }];
  });
  const kinds = await servedKinds(others, reader);
  const served = others.filter(({ apiVersion, kind }) => kinds.get(`${apiVersion} ${kind}`)?.apiVersion === apiVersion);
  const again = await readLive(served, reader);
  return taken.map(({ one, there }) => {
    const other = again.get(keyOf(one.ref));
    return other === undefined || other.metadata.uid !== there.metadata.uid ? { one, there } : { one, there: other, isOther: true };
  });
}

/** Where each object is to be found: its kind as it is served, its namespace. */
async function locate({ objects, namespace }: TakeSource, reader: LiveReader, leftOut: LeftOut[]): Promise<readonly Found[]> {
  const kinds = await servedKinds(objects.map(({ manifest }) => refOf(manifest as unknown as KubeObject)), reader);
  const found: Found[] = [];
  for (const source of objects) {
    const ref = refOf(source.manifest as unknown as KubeObject);
    const kind = kinds.get(`${ref.apiVersion} ${ref.kind}`);
    const { namespace: own, ...rest } = ref;
    if (kind === undefined) {
      leftOut.push({ ref, reason: { type: 'unserved' } });
      continue;
    }
    const at = kind.namespaced ? { namespace: own ?? namespace } : {};
    const place = { ...rest, apiVersion: kind.apiVersion, ...at };
    // A hook gets another name by what it runs: it is made anew when the package is applied, as Helm makes it anew.
    if (source.authorName === undefined) found.push({ source, ref: place, namespaced: kind.namespaced });
    else leftOut.push({ ref: { ...place, name: source.authorName }, reason: { type: 'hook' } });
  }
  return found;
}

function placed({ source: { manifest }, ref: { apiVersion, namespace } }: Found): JsonObject {
  const { namespace: _namespace, ...metadata } = asObject(manifest['metadata']) ?? {};
  return { ...manifest, apiVersion, metadata: { ...metadata, ...defined({ namespace }) } };
}

function schemaOf({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>, schemas: SchemaSource): ReturnType<SchemaSource['kind']> {
  return schemas.kind(apiVersion, kind);
}

function compiledFrom(source: TakeSource, objects: readonly SourceObject[]): CompiledRevision {
  const { extension, namespace, packageName, version, phases, details } = source;
  const { compiled, issues } = compile({
    extension, namespace, objects, collisionProtection: 'None', largePhases: true, ...defined({ packageName, version, phases }), ...details,
  });
  if (compiled !== undefined && !hasErrors(issues)) return compiled;
  const errors = formatIssues(issues.filter(isError), compileWording);
  throw new BoxcutterError('adoption-invalid', 'input', `What runs of "${extension}" makes no revision:\n${errors}\nNothing was changed.`, {
    hint: 'Correct the objects on the cluster, or adopt them without those that are named here.',
  });
}

function nothingLeft({ extension }: TakeSource, leftOut: readonly LeftOut[]): BoxcutterError {
  return new BoxcutterError('nothing-to-adopt', 'input', `Nothing of "${extension}" is left to take over. Nothing was changed.`, {
    hint: leftOut.length === 0
      ? 'Check what was named: it has no objects.' : 'The objects do not exist, or others have them (-o json lists them).',
    details: { leftOut: leftOut.map(({ ref, reason }) => ({ ...ref, reason: reason.type })) },
  });
}
