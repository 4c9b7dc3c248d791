/**
 * From what the user names to the files of a bundle: a project, what it synthesised, a revision, plain objects, or a bundle that exists.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, refOf } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { BundleFiles } from '../../formats';
import { isBundleDocument } from '../../formats/export';
import type { BuildChoices } from '../choices';
import { loadObjects, sourceOf } from '../load';
import { refuseMeaninglessBuild } from '../meaning';
import { namesBundle } from '../names-bundle';
import { openBundle } from '../open-bundle';
import { refuseWrongOptions } from '../option-values';
import { ownApp } from '../project/own-app';
import { appOf } from '../project/project';
import { runApp } from '../project/run-app';
import { compileRevision } from '../revision/compile';
import type { ObjectsSource, RevisionSource } from '../source';
import { declaredBundle } from './declared';
import { type Content, exported } from './export';

type OnNote = (note: string) => void;

/**
 * Runs the app of a project into a folder of its own, and reads what came out.
 * @param project folder of the project; absent: that of this process
 * @throws BoxcutterError as `synth` does
 */
export async function readProject(
  project: string | undefined, app: string | undefined, choices: BuildChoices, onNote: OnNote,
): Promise<BundleFiles | number> {
  refuseWrongOptions(choices);
  const command = (project === undefined ? ownApp(app, onNote) : appOf(app, onNote, { folder: project })).app;
  const output = mkdtempSync(join(tmpdir(), 'boxcutter-build-'));
  try {
    const exit = await runApp(command, output, defined({ folder: project }));
    if (exit !== 0) return exit;
    if (readdirSync(output).length === 0) throw nothingSynthesised();
    return await readSynthesised(output, 'What the app synthesised', choices, onNote);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** It declares nothing that a bundle is made of, a catalog alone, or writes elsewhere. */
function nothingSynthesised(): BoxcutterError {
  const message = 'The app wrote nothing into the folder that it was given, so there is nothing to build.';
  return new BoxcutterError('usage-build', 'input', message, {
    hint: 'It has to declare a revision or a PackageBundle, and to leave the outdir of new App() away. '
      + 'Another app of the project: --app \'npx tsx bundles.ts\'',
  });
}

/** @throws BoxcutterError category `input` with everything that is wrong with it */
export async function readBuildInput(path: string, choices: BuildChoices, onNote: OnNote): Promise<BundleFiles> {
  refuseWrongOptions(choices);
  if (!isBuilt(path, choices)) return readSynthesised(path, path, choices, onNote);
  refuseMeaninglessBuild(path, choices, 'bundle');
  return (await openBundle(path, { onNote })).files;
}

/** Whether what is named is a bundle already, or an image of one. Nothing is read. */
export function isBuilt(path: string, { format }: BuildChoices): boolean {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  return namesBundle(path) || (format === undefined && isFolder && existsSync(join(path, 'manifests')));
}

/** Opened as for `apply`, bundles that an app declares apart: these say themselves what belongs to them. */
async function readSynthesised(path: string, what: string, choices: BuildChoices, onNote: OnNote): Promise<BundleFiles> {
  const objects = await loadObjects(path, { onNote }, { what, bundleDocuments: true });
  const documents = objects.filter(({ manifest }) => isBundleDocument(manifest));
  if (documents.length > 0) {
    refuseMeaninglessBuild(what, choices, 'declared');
    return declaredBundle(documents, what, choices, onNote);
  }
  const source = sourceOf(what, objects, choices.name);
  refuseMeaninglessBuild(what, choices, source.kind);
  return exported(await contentOf(source, choices, onNote), what, choices, onNote);
}

/** A revision is checked like one that is applied. */
async function contentOf(source: ObjectsSource | RevisionSource, { kubernetesVersion }: BuildChoices, onNote: OnNote): Promise<Content> {
  if (source.kind === 'objects') return source;
  const { resolved } = await compileRevision({ kind: 'revision', source, ...defined({ kubernetesVersion }) }, { onNote });
  const objects = resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => ({
    manifest: object as unknown as JsonObject, origin: { ...source.revision.origin, made: refOf(object) },
  })));
  return { objects, revision: resolved };
}
