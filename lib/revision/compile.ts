/** Compile: from objects as their authors wrote them to one immutable, ordered, checked revision. */
import {
  type CollisionProtection, isJsonObject, type JsonObject, type KubeObject, type ResolvedPhase, type ResolvedRevision, SYSTEM_NAMESPACE,
} from '../api';
import { defined } from '../defined';
import { isBoxcutterError } from '../errors';
import { checkOwnRules, isOwnKind, withOwnKinds } from '../kinds';
import { checkObjects, findingOf, kubernetesSchemas, schemaWording, withCrds, type Finding, type KindSchema, type SchemaSource } from '../schema';
import { compareBytes } from '../api/canonical-json';
import { packContents } from './content-secrets';
import { contentDigest } from './digest';
import { itemOf, type Item } from './item';
import { stampOwnerLabels } from './labels';
import { revisionManifest } from './manifest';
import { readObject, takeIn, withoutIdleNamespace } from './object-intake';
import { checkSize, size } from './object-size';
import { orphanOf } from './on-removal';
import { orderPhases } from './phase-order';
import { homePhases, placeObjects } from './placement';
import { present } from './present';
import { checkRevisionProbes } from './probe-check';
import type { CompileResult, RevisionSource, SourceObject } from './source';
import { checkSource, revisionName } from './source-check';

interface Taken {
  readonly source: SourceObject;
  readonly object: JsonObject;
  readonly schema: KindSchema | undefined;
}

/**
 * Compiles a source. All findings are reported at once; with an error among them there is no `compiled`.
 * Equal objects, phases, orders and probes give the same bytes, in whatever order the objects come.
 * Never throws for what the source contains.
 */
export function compile(source: RevisionSource): CompileResult {
  const findings: Finding[] = [...checkSource(source)];
  const schemas = schemasFor(source.kubernetesVersion, findings);
  if (schemas === undefined) return { findings };

  const taken = takeAll(source, schemas, findings);
  const items = distinct(taken.filter(isPlaceable), findings);
  const { probes, findings: probeFindings } = checkRevisionProbes(source.probes ?? [], items);
  const order = orderPhases(source.phases ?? []);
  findings.push(...probeFindings, ...order.findings);
  if (order.names === undefined) return { findings };
  const declared = new Set((source.phases ?? []).map(({ name }) => name));
  const kept = new Map(items.map((item) => [identity(item), item.origin]));
  const originKept = ({ object, source: { origin } }: Taken): string | undefined => kept.get(identity(itemOf(object, { origin })));
  const aliases = new Map(taken.filter(isPlaceable).map((one) => [one.source.origin, originKept(one)]));
  const wishes = (source.order ?? []).map(({ first, then }) => ({ first: aliases.get(first) ?? first, then: aliases.get(then) ?? then }));
  const placement = placeObjects({ items, phaseNames: order.names, declared, order: wishes });
  findings.push(...placement.findings);
  if (placement.phases === undefined || hasError(findings)) return { findings };

  const homes = homePhases(items);
  const phaseProtections = new Map((source.phases ?? []).map(({ name, collisionProtection }) => [name, collisionProtection]));
  const protectionOf = (item: Item): CollisionProtection =>
    item.collisionProtection ?? phaseProtections.get(homes.get(item) ?? '') ?? source.collisionProtection ?? 'Prevent';
  const phases = placement.phases.map(({ name, objects }): ResolvedPhase => ({
    name,
    objects: objects.map((item) => ({
      object: stampOwnerLabels(item.object, source.extension) as unknown as KubeObject,
      collisionProtection: protectionOf(item),
      ...orphanOf(item.object),
    })),
  }));
  const ordered = placement.phases.flatMap(({ objects }) => objects);
  return finish(source, phases, probes, ordered, findings);
}

function finish(source: RevisionSource, phases: readonly ResolvedPhase[], probes: ResolvedRevision['probes'], items: readonly Item[], findings: Finding[]): CompileResult {
  const { extension, number = 1, packageName, version, progressDeadlineMinutes } = source;
  const objects = phases.flatMap((phase) => phase.objects.map(({ object }) => object as unknown as JsonObject));
  const { contents, secrets, tooLarge } = packContents(objects, {
    extension,
    revisionName: revisionName(extension, number),
    systemNamespace: source.systemNamespace ?? SYSTEM_NAMESPACE,
  });
  for (const { index, bytes } of tooLarge) {
    const { origin, subject } = present(items[index]);
    const message = `the object still has ${size(bytes)} when it is compressed, which no Secret can hold`;
    findings.push({ code: 'object-too-large', severity: 'error', message, path: '', hint: 'Split it into several objects, or make it smaller.', subject, origin });
  }
  if (tooLarge.length > 0) return { findings };
  const resolved: ResolvedRevision = {
    extension,
    number,
    ...(packageName ? { packageName } : {}),
    ...(version ? { version } : {}),
    phases,
    probes,
    ...defined({ progressDeadlineMinutes }),
    digest: contentDigest(phases, probes),
  };
  return { findings, compiled: { resolved, manifest: revisionManifest(source, resolved, contents), contentSecrets: secrets } };
}

function schemasFor(version: string | undefined, findings: Finding[]): SchemaSource | undefined {
  try {
    return kubernetesSchemas(version);
  } catch (error) {
    if (!isBoxcutterError(error)) throw error;
    findings.push({ code: error.code, severity: 'error', message: error.message, path: 'kubernetesVersion', ...defined({ hint: error.hint }) });
    return undefined;
  }
}

/** Reads, canonicalises and checks every object. */
function takeAll(source: RevisionSource, base: SchemaSource, findings: Finding[]): Taken[] {
  const read = source.objects.flatMap((one): { source: SourceObject; object: JsonObject }[] => {
    const { object, findings: found } = readObject(one);
    findings.push(...found);
    return object === undefined ? [] : [{ source: one, object }];
  });
  const crds = read.map(({ object }) => object).filter(({ apiVersion, kind }) => apiVersion === 'apiextensions.k8s.io/v1' && kind === 'CustomResourceDefinition');
  const known = read.some(({ object }) => isOwnKind(object)) ? withOwnKinds(base) : base;
  const schemas = withCrds(known, crds);
  const taken = read.map(({ source: one, object }): Taken => {
    const subject = subjectIfKnown(object);
    const intake = takeIn(object, schemas, source.namespace, { origin: one.origin, ...defined({ subject }) }, one.scope);
    findings.push(...intake.findings);
    return { source: one, object: intake.object, schema: intake.schema };
  });
  const issues = checkObjects(taken.map(({ object, source: { origin } }) => ({ object, origin: { source: origin } })), { schemas });
  const refused = new Set(issues.filter(({ severity }) => severity === 'error').map(({ origin }) => origin?.source));
  const found = issues.map((issue) => findingOf(issue, schemaWording));
  // Of our own kinds, unless the input brings a CRD of its own for them. Rules are about objects whose structure is right.
  const own = taken.filter(({ object, schema, source: { origin } }) => isOwnKind(object) && schema === known.kind(schema?.apiVersion ?? '', schema?.kind ?? '') && !refused.has(origin));
  findings.push(...found, ...own.flatMap(({ object, source: { origin } }) => checkOwnRules(object, origin)));
  return taken.map(({ source: one, object, schema }) => {
    const subject = subjectIfKnown(object);
    findings.push(...checkSize(object, { origin: one.origin, ...defined({ subject }) }));
    return { source: one, object: withoutIdleNamespace(object, schema), schema };
  });
}

function subjectIfKnown(object: JsonObject): string | undefined {
  return isPlaceable({ object }) ? itemOf(object, { origin: '' }).subject : undefined;
}

function isPlaceable({ object }: { readonly object: JsonObject }): boolean {
  const { apiVersion, kind, metadata } = object;
  return typeof apiVersion === 'string' && typeof kind === 'string' && isJsonObject(metadata) && typeof metadata['name'] === 'string';
}

const identity = ({ group, kind, namespace, name }: Item): string => `${group}/${kind}/${namespace}/${name}`;

/** Copies of an object count once (the check warned of them): the first by origin, with the phase and protection that any of them names. */
function distinct(taken: readonly Taken[], findings: Finding[]): readonly Item[] {
  const items = new Map<string, Item>();
  const candidates = taken.map(({ object, source }) => itemOf(object, source));
  for (const copy of candidates.sort((a, b) => compareBytes(a.origin, b.origin))) {
    const item = items.get(identity(copy));
    if (item === undefined) {
      items.set(identity(copy), copy);
      continue;
    }
    const contradict = (what: string, one: string | undefined, other: string | undefined): void => {
      if (one === undefined || other === undefined || one === other) return;
      findings.push(copyContradiction(item, copy, `${what} ${one}`, `${what} ${other}`));
    };
    contradict('phase', item.phase, copy.phase);
    contradict('collision protection', item.collisionProtection, copy.collisionProtection);
    const { phase = copy.phase, collisionProtection = copy.collisionProtection } = item;
    items.set(identity(copy), { ...item, phase, collisionProtection });
  }
  return [...items.values()];
}

function copyContradiction(item: Item, copy: Item, one: string, other: string): Finding {
  return {
    code: 'copy-contradiction',
    severity: 'error',
    message: `this copy of the object is to have ${other}, and the one at ${item.origin} ${one}`,
    path: '',
    hint: 'Remove one of them, or let both say the same.',
    subject: copy.subject,
    origin: copy.origin,
  };
}

function hasError(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}
