/**
 * From what the user names to the files of a bundle: a project, what it synthesised, a revision, plain objects, or a bundle that exists.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asObject, type JsonObject, refOf, type ResolvedRevision, type RevisionManifest } from '../api';
import { type BundleFiles, bundleFilesOf } from '../formats';
import {
  type BundleMetadata, bundleNameOf, exportBundle, filesOfDocument, isBundleDocument, lostInBundle, objectsOfRevision,
} from '../formats/export';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import { openBundle } from '../image';
import type { Finding } from '../schema';
import { findingOf, type Origin } from '../issue';
import { type LoadedObject, loadManifests, yamlWording } from '../yaml';
import type { BuildChoices } from './choices';
import { refuseMeaninglessBuild } from './meaning';
import { namesBundle } from './names-bundle';
import { refuseFindings } from './refuse-findings';
import { isRollout } from './revision/choose';
import { compileRevision } from './revision/compile';
import { appOf } from './project/project';
import { runApp } from './project/run-app';
import type { RevisionSource } from './source';

export interface BuildInput {
  readonly files: BundleFiles;
  /** The files are on this machine as a bundle already, or in an image. */
  readonly existing: boolean;
}

type OnNote = (note: string) => void;

/** Runs the app of the project in this folder into a folder of its own, and reads what came out. @throws BoxcutterError as `synth` does */
export async function readProject(app: string | undefined, choices: BuildChoices, onNote: OnNote): Promise<BuildInput | number> {
  const command = appOf(app, onNote).app;
  const output = mkdtempSync(join(tmpdir(), 'boxcutter-build-'));
  try {
    const exit = await runApp(command, output);
    return exit === 0 ? await readSynthesised(output, 'What the app synthesised', choices, onNote) : exit;
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** @throws BoxcutterError category `input` with everything that is wrong with it */
export async function readBuildInput(path: string, choices: BuildChoices, onNote: OnNote): Promise<BuildInput> {
  const unannotated = choices.format === undefined && existsSync(path) && statSync(path)
    .isDirectory() && existsSync(join(path, 'manifests'));
  if (!namesBundle(path) && !unannotated) return readSynthesised(path, path, choices, onNote);
  refuseMeaninglessBuild(path, choices, 'bundle');
  const { files } = await openBundle(path);
  return { files, existing: true };
}

async function readSynthesised(path: string, what: string, choices: BuildChoices, onNote: OnNote): Promise<BuildInput> {
  const { objects, notes, issues } = loadManifests(path, { bundleDocuments: true });
  notes.forEach(onNote);
  refuseFindings(issues.map((issue) => findingOf(issue, yamlWording)), onNote, what);
  const documents = objects.filter(({ manifest }) => isBundleDocument(manifest));
  if (documents.length > 0) {
    refuseMeaninglessBuild(what, choices, 'declared');
    return { files: chosenDocument(documents, what, choices, onNote), existing: false };
  }
  const revisions = objects.filter(({ manifest }) => isRollout(manifest));
  refuseMeaninglessBuild(what, choices, revisions.length > 0 ? 'revision' : 'objects');
  const content = revisions.length === 0
    ? plain(objects)
    : await contentOf(asSource(path, chosenRevision(revisions, what, choices), objects), choices, onNote);
  return { files: exported(content, what, choices, onNote), existing: false };
}

function chosenDocument(documents: readonly LoadedObject[], what: string, { name, format }: BuildChoices, onNote: OnNote): BundleFiles {
  const specOf = ({ manifest }: LoadedObject): JsonObject => asObject(manifest['spec']) ?? {};
  const fitting = documents.filter((document) => (name === undefined || nameOf(document) === name) && (format === undefined || specOf(document)['format'] === format));
  const [first] = fitting;
  if (first === undefined || fitting.length > 1) {
    const list = documents.map((document) => `${nameOf(document)} (${String(specOf(document)['format'])})`).join(', ');
    throw ambiguous(what, 'bundle', list, fitting.length);
  }
  const { files, findings } = filesOfDocument(first.manifest, first.origin);
  refuseFindings(findings, onNote, what);
  if (files === undefined) throw new BoxcutterError('bundle-unreadable', 'input', `${what} could not be read.`);
  return files;
}

function chosenRevision(revisions: readonly LoadedObject[], what: string, { name }: BuildChoices): LoadedObject {
  const fitting = revisions.filter((revision) => name === undefined || nameOf(revision)
    .replace(/-\d+$/, '') === name || nameOf(revision) === name);
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first;
  throw ambiguous(what, 'revision', revisions.map(nameOf).join(', '), fitting.length);
}

function ambiguous(what: string, kind: string, list: string, fitting: number): BoxcutterError {
  const message = fitting === 0
    ? `${what} holds no ${kind} that was asked for, but: ${list}.`
    : `${what} holds ${fitting} ${kind}s to choose from: ${list}.`;
  return new BoxcutterError('build-ambiguous', 'input', message, { hint: 'Build one at a time: choose it with --name, or name its file.' });
}

/** What a bundle is made of. */
interface Content {
  readonly objects: readonly { readonly manifest: JsonObject; readonly origin: Origin }[];
  readonly revision?: ResolvedRevision;
}

function plain(objects: readonly LoadedObject[]): Content {
  return { objects };
}

function asSource(path: string, { manifest, origin }: LoadedObject, all: readonly LoadedObject[]): RevisionSource {
  const revision = { manifest: manifest as unknown as RevisionManifest, document: manifest, origin };
  return { kind: 'revision', path, revision, secrets: all.filter((one) => one.manifest['kind'] === 'Secret') };
}

/** Checked like one that is applied. */
async function contentOf(source: RevisionSource, { kubernetesVersion }: BuildChoices, onNote: OnNote): Promise<Content> {
  const { resolved } = await compileRevision({ kind: 'revision', source, ...defined({ kubernetesVersion }) }, { onNote });
  const objects = resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => ({
    manifest: object as unknown as JsonObject, origin: { ...source.revision.origin, made: refOf(object) },
  })));
  return { objects, revision: resolved };
}

function exported({ objects, revision }: Content, what: string, choices: BuildChoices, onNote: OnNote): BundleFiles {
  const { format } = choices;
  const packageName = choices.package ?? revision?.packageName;
  const version = choices.packageVersion ?? revision?.version;
  const missing = [
    ['--format', format],
    ['--package', packageName],
    ['--package-version', version],
  ].flatMap(([option, given]) => (given === undefined ? [option] : []));
  if (format === undefined || packageName === undefined || version === undefined) {
    throw new BoxcutterError('usage-build', 'input', `${what} does not say what the bundle is; missing: ${missing.join(', ')}.`, {
      hint: 'For example: --format plain+v0 --package shop --package-version 1.2.0.',
    });
  }
  const originOf = new Map(objects.map(({ manifest, origin }) => [manifest as unknown, origin]));
  const taken = revision === undefined ? objects : objectsOfRevision(revision, (object) => originOf.get(object) ?? { source: what });
  const lost: readonly Finding[] = revision === undefined ? [] : lostInBundle(revision, what);
  const { files, findings } = exportBundle({
    format, packageName, version,
    installNamespace: installNamespaceOf(taken.map(({ manifest }) => manifest), what, choices),
    objects: taken,
    metadata: metadataOf(choices),
    ...defined({ kubernetesVersion: choices.kubernetesVersion }),
  });
  refuseFindings([...lost, ...findings], onNote, what);
  return bundleFilesOf(bundleNameOf({ packageName, version }), Object.entries(files ?? {}));
}

function metadataOf({ channels, defaultChannel }: BuildChoices): BundleMetadata {
  const list = channels?.split(',').map((channel) => channel.trim()).filter((channel) => channel !== '');
  return { ...defined({ channels: list, defaultChannel }) };
}

/** What is given; else where the Deployments are, if in one namespace; else where everything is. */
function installNamespaceOf(manifests: readonly JsonObject[], what: string, { namespace }: BuildChoices): string {
  if (namespace !== undefined) return namespace;
  const namespacesOf = (list: readonly JsonObject[]): string[] => [...new Set(list.flatMap(({ metadata }) => asObject(metadata)?.['namespace'] ?? []).map(String))];
  for (const found of [namespacesOf(manifests.filter(({ kind }) => kind === 'Deployment')), namespacesOf(manifests)]) {
    if (found.length === 1 && found[0] !== undefined) return found[0];
  }
  throw new BoxcutterError(
    'usage-namespace', 'input',
    `${what} does not tell the namespace that the package is installed in.`,
    { hint: 'Add --namespace NAME.' },
  );
}

function nameOf({ manifest }: LoadedObject): string {
  return String(asObject(manifest['metadata'])?.['name']);
}
