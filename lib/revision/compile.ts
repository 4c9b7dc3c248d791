/** Compile: from objects as their authors wrote them to one immutable, ordered, checked revision. */
import {
  isJsonObject, isReadableDefinition, SYSTEM_NAMESPACE, type CollisionProtection, type JsonObject, type KubeObject,
  type ReplacementPolicy, type ResolvedPhase, type ResolvedRevision, type RevisionManifest,
} from '../api';
import { defined } from '../defined';
import { isBoxcutterError } from '../errors';
import { checkOwnRules, isOwnKind, withOwnKinds } from '../kinds';
import { isError, compareOrigins, hasErrors, type Issue, type IssuePlace, type Origin, originKey } from '../issue';
import { checkObjects, kubernetesSchemas, type KindSchema, type SchemaSource, supportedKubernetesVersions, withCrds } from '../schema';
import { bytesBeyondSecret, packContents, type Packed } from './content-secrets';
import { contentDigest } from './canonical/digest';
import { checkFadingJob } from './fading-job';
import { checkIgnoredFields } from './policies/ignored-fields';
import { revisionIssue, type RevisionIssues } from './issues';
import { itemOf, type Item } from './item';
import { stampOwnerLabels } from './labels';
import { revisionManifest } from './manifest';
import { readObject, takeIn, withoutIdleNamespace } from './object-intake';
import { checkSize, sizeOf } from './canonical/object-size';
import { MAX_LARGE_OBJECTS, MAX_SECRET_BYTES } from './limits';
import { orphanOf } from './policies/on-removal';
import { orderPhases } from './placing/phase-order';
import { homePhases, placeObjects } from './placing/placement';
import { checkRevisionProbes } from './probe-check';
import type { CompiledRevision, CompileResult, RevisionSource, SourceObject } from './source';
import { checkSource, revisionName } from './source-check';

interface Taken {
  readonly source: SourceObject;
  readonly object: JsonObject;
  readonly schema: KindSchema | undefined;
  /** As JSON. */
  readonly bytes: number;
}

/**
 * Compiles a source. All issues are reported at once; with an error among them there is no `compiled`.
 * Equal objects, phases, orders and probes give the same bytes, in whatever order the objects come.
 * Never throws for what the source contains.
 */
export function compile(source: RevisionSource): CompileResult {
  // Nothing of them is looked at: each could have mistakes of its own.
  if (source.objects.length > MAX_LARGE_OBJECTS) return { issues: [tooManyObjects(source)] };
  const issues: Issue[] = [...checkSource(source)];
  const compiled = compileInto(source, issues);
  return { issues, ...defined({ compiled }) };
}

/** Undefined with an error among the issues, to which it adds. */
function compileInto(source: RevisionSource, issues: Issue[]): CompiledRevision | undefined {
  const schemas = schemasFor(source.kubernetesVersion, issues);
  if (schemas === undefined) return undefined;

  const taken = takeAll(source, schemas, issues);
  const items = distinct(taken.filter(isPlaceable), issues);
  const { probes, issues: probeIssues } = checkRevisionProbes(source.probes ?? [], items);
  const order = orderPhases(source.phases ?? []);
  add(issues, probeIssues, order.issues);
  if (order.names === undefined) return undefined;
  const declared = new Set((source.phases ?? []).map(({ name }) => name));
  const kept = new Map(items.map((item) => [identity(item), item.origin]));
  const originKept = ({ object, source: { origin } }: Taken): Origin | undefined => kept.get(identity(itemOf(object, { origin })));
  const aliases = new Map(taken.filter(isPlaceable).map((one) => [originKey(one.source.origin), originKept(one)]));
  const keptAt = (origin: Origin): Origin => aliases.get(originKey(origin)) ?? origin;
  const wishes = (source.order ?? []).map(({ first, then }) => ({ first: keptAt(first), then: keptAt(then) }));
  const placement = placeObjects({ items, phaseNames: order.names, declared, order: wishes, largePhases: source.largePhases ?? false });
  add(issues, placement.issues);
  if (placement.phases === undefined || hasErrors(issues)) return undefined;

  const homes = homePhases(items);
  const phaseProtections = new Map((source.phases ?? []).map(({ name, collisionProtection }) => [name, collisionProtection]));
  const protectionOf = (item: Item): CollisionProtection =>
    item.collisionProtection ?? phaseProtections.get(homes.get(item) ?? '') ?? source.collisionProtection ?? 'Prevent';
  const policies = new Map((source.phases ?? []).map(({ name, replacementPolicy }) => [name, replacementPolicy]));
  const policyOf = (item: Item): ReplacementPolicy | undefined =>
    item.replacementPolicy ?? policies.get(homes.get(item) ?? '') ?? source.replacementPolicy;
  const phases = placement.phases.map(({ name, objects }): ResolvedPhase => ({
    name,
    objects: objects.map((item) => ({
      object: stampOwnerLabels(item.object, source.extension) as unknown as KubeObject,
      collisionProtection: protectionOf(item),
      ...defined({ replacementPolicy: policyOf(item) }),
      ...orphanOf(item.object),
    })),
  }));
  if (!checkCompressed(items, taken, issues)) return undefined;
  return finish(source, phases, probes);
}

/** An object that is larger than a Secret is compressed to go into one, which not every object can be. */
function checkCompressed(items: readonly Item[], taken: readonly Taken[], issues: Issue[]): boolean {
  const large = new Set(taken.filter(({ bytes }) => bytes > MAX_SECRET_BYTES).map(({ object }) => object));
  const found = items.filter(({ object }) => large.has(object)).flatMap(({ object, subject, origin }) => {
    const bytes = bytesBeyondSecret(object);
    return bytes === undefined ? [] : [revisionIssue('object-too-large', { measured: 'compressed', bytes }, { subject, origin })];
  });
  add(issues, found);
  return found.length === 0;
}

function finish(source: RevisionSource, phases: readonly ResolvedPhase[], probes: ResolvedRevision['probes']): CompiledRevision {
  const { extension, number = 1, packageName, version, progressDeadlineMinutes, dependsOn } = source;
  const resolved: ResolvedRevision = {
    extension,
    number,
    ...(packageName ? { packageName } : {}),
    ...(version ? { version } : {}),
    phases,
    probes,
    ...defined({ progressDeadlineMinutes, dependsOn }),
    digest: contentDigest(phases, probes),
  };
  // An apply has no use for the documents, and packing megabytes takes a while.
  let packed: Packed | undefined;
  const pack = (): Packed => packed ??= packContents(
    phases.flatMap((phase) => phase.objects.map(({ object }) => object as unknown as JsonObject)),
    {
      extension, revisionName: revisionName(extension, number), systemNamespace: source.systemNamespace ?? SYSTEM_NAMESPACE,
      ...defined({ salt: source.contentSalt }),
    },
  );
  let manifest: RevisionManifest | undefined;
  return {
    resolved,
    get manifest() {
      return manifest ??= revisionManifest(source, resolved, pack().contents);
    },
    get contentSecrets() {
      return pack().secrets;
    },
  };
}

function schemasFor(version: string | undefined, issues: Issue[]): SchemaSource | undefined {
  try {
    return kubernetesSchemas(version);
  } catch (error) {
    if (!isBoxcutterError(error) || error.code !== 'kubernetes-version-unsupported') throw error;
    const data = { version: String(version), supported: supportedKubernetesVersions() };
    issues.push(revisionIssue('kubernetes-version-unsupported', data, { path: ['kubernetesVersion'] }));
    return undefined;
  }
}

/** Reads, canonicalises and checks every object. */
function takeAll(source: RevisionSource, base: SchemaSource, issues: Issue[]): Taken[] {
  const read = source.objects.flatMap((one): { source: SourceObject; object: JsonObject }[] => {
    const { object, issues: found } = readObject(one);
    add(issues, found);
    return object === undefined ? [] : [{ source: one, object }];
  });
  const crds = read.map(({ object }) => object).filter(isReadableDefinition);
  const known = read.some(({ object }) => isOwnKind(object)) ? withOwnKinds(base) : base;
  const schemas = withCrds(known, crds);
  const taken = read.map(({ source: one, object }): Omit<Taken, 'bytes'> => {
    const intake = takeIn(object, schemas, source.namespace, placeOf(object, one), one.scope);
    add(issues, intake.issues);
    return { source: one, object: intake.object, schema: intake.schema };
  });
  const found = checkObjects(taken.map(({ object, source: { origin } }) => ({ object, origin })), { schemas });
  const errors = found.filter(isError);
  const refused = new Set(errors.flatMap(({ origin }) => (origin === undefined ? [] : [originKey(origin)])));
  // Of our own kinds, unless the input brings a CRD of its own for them. Rules are about objects whose structure is right.
  const isOurs = ({ object, schema }: Omit<Taken, 'bytes'>): boolean =>
    isOwnKind(object) && schema === known.kind(schema?.apiVersion ?? '', schema?.kind ?? '');
  const own = taken.filter((one) => isOurs(one) && !refused.has(originKey(one.source.origin)));
  add(issues, found, own.flatMap(({ object, source: { origin } }) => checkOwnRules(object, origin)));
  return taken.map(({ source: one, object, schema }) => {
    const bytes = sizeOf(object);
    const place = placeOf(object, one);
    add(issues, checkSize(object, bytes, place), checkFadingJob(object, place), checkIgnoredFields(object, schema, place));
    return { source: one, object: withoutIdleNamespace(object, schema), schema, bytes };
  });
}

/** One by one: a call takes only so many arguments, and an object of megabytes may have more mistakes. */
function add(issues: Issue[], ...found: readonly (readonly Issue[])[]): void {
  for (const list of found) for (const issue of list) issues.push(issue);
}

function tooManyObjects({ objects: { length: objects } }: RevisionSource): Issue {
  return revisionIssue('too-many-objects', { objects, limit: MAX_LARGE_OBJECTS });
}

/** An object without a name has no subject. */
function placeOf(object: JsonObject, { origin }: SourceObject): Pick<IssuePlace, 'origin' | 'subject'> {
  return { origin, ...(isPlaceable({ object }) ? { subject: itemOf(object, { origin }).subject } : {}) };
}

function isPlaceable({ object }: { readonly object: JsonObject }): boolean {
  const { apiVersion, kind, metadata } = object;
  return typeof apiVersion === 'string' && typeof kind === 'string' && isJsonObject(metadata) && typeof metadata['name'] === 'string';
}

const identity = ({ group, kind, namespace, name }: Item): string => `${group}/${kind}/${namespace}/${name}`;

/** Copies of an object count once (the check warned of them): the first by origin, with the phase and policies that any of them names. */
function distinct(taken: readonly Taken[], issues: Issue[]): readonly Item[] {
  const items = new Map<string, Item>();
  const candidates = taken.map(({ object, source }) => itemOf(object, source));
  for (const copy of candidates.sort((a, b) => compareOrigins(a.origin, b.origin))) {
    const item = items.get(identity(copy));
    if (item === undefined) {
      items.set(identity(copy), copy);
      continue;
    }
    type About = RevisionIssues['copy-contradiction']['about'];
    const contradict = (about: About, there: string | undefined, here: string | undefined): void => {
      if (there === undefined || here === undefined || there === here) return;
      const { origin, subject } = copy;
      issues.push(revisionIssue('copy-contradiction', { about, here, there, first: item.origin }, { origin, subject }));
    };
    contradict('phase', item.phase, copy.phase);
    contradict('collision protection', item.collisionProtection, copy.collisionProtection);
    contradict('replacement policy', item.replacementPolicy, copy.replacementPolicy);
    items.set(identity(copy), {
      ...item,
      phase: item.phase ?? copy.phase,
      collisionProtection: item.collisionProtection ?? copy.collisionProtection,
      replacementPolicy: item.replacementPolicy ?? copy.replacementPolicy,
    });
  }
  return [...items.values()];
}
