import { existsSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { KubeObject, RevisionManifest } from '../../../api';
import { loadManifests } from '../../../formats/detect/load-manifests';
import { isBundleDocument, type BundleDocument } from '../../../formats/export';
import { BoxcutterError } from '../../../errors';
import { resolveRevision } from '../../../revision';
import type { LoadedObject } from '../../../yaml';
import type { SynthArgs } from '../../commands/project/synth';
import { isDocument, printDocument } from '../../output/print';
import { bundleSizes, revisionLines, revisionSizes, SYNTH_SCHEMA, type RevisionSizes, type SynthDocument } from '../../output/sizes';
import { isRollout, ownApp, runApp } from '../../../source';
import { note } from '../../output/note';
import { printLines } from '../../output/terminal/sink';

/**
 * What `cdk8s synth` does, and then a look at the revisions that came out.
 * @throws BoxcutterError category `input` when there is no project here, or what the app declares is wrong; an app that fails in
 *   another way speaks for itself, and its exit code is ours
 */
export async function synth(args: SynthArgs): Promise<number> {
  const { app, output: configured } = ownApp(args.app, note);
  const output = args.outputDirectory ?? configured() ?? 'dist';
  empty(output);
  const exit = await runApp(app, output);
  if (exit !== 0) return exit;
  if (!existsSync(output)) {
    throw new BoxcutterError('synth-no-output', 'input', `The app ended without an error, but wrote nothing to ${output}.`, {
      hint: 'Check that it ends with app.synth(), and that the App is created without an outdir.',
    });
  }
  const loaded = loadManifests(output, { bundleDocuments: true });
  const bundles = loaded.objects.filter(({ manifest }) => isBundleDocument(manifest));
  const objects = loaded.objects.filter(({ manifest }) => !isBundleDocument(manifest));
  const files = [...new Set(loaded.objects.map(({ file }) => relative(process.cwd(), resolve(file))))];
  const secrets = objects.map(({ manifest }) => manifest as unknown as KubeObject).filter(({ kind }) => kind === 'Secret');
  const revisions = objects.filter(({ manifest }) => isRollout(manifest)).map((each) => sizesOf(each, secrets));
  const contents = new Set(revisions.flatMap(({ contentSecrets }) => contentSecrets.map(({ namespace, name }) => `${namespace}/${name}`)));
  const loose = objects.filter(({ manifest }) => !isRollout(manifest) && !isContent(manifest as unknown as KubeObject, contents)).length;
  const document: SynthDocument = {
    schema: SYNTH_SCHEMA,
    outputDirectory: output,
    files,
    revisions,
    bundles: bundles.map(({ manifest }) => bundleSizes(manifest as unknown as BundleDocument)),
    looseObjects: loose,
  };
  if (isDocument(args.output)) await printDocument(document, args.output);
  else printLines(revisionLines(document));
  return 0;
}

function sizesOf({ manifest, file }: LoadedObject, secrets: readonly KubeObject[]): RevisionSizes {
  const revision = manifest as unknown as RevisionManifest;
  return revisionSizes(revision, resolveRevision(revision, secrets), secrets, relative(process.cwd(), resolve(file)));
}

function isContent({ kind, metadata }: KubeObject, contents: ReadonlySet<string>): boolean {
  return kind === 'Secret' && contents.has(`${metadata.namespace ?? ''}/${metadata.name ?? ''}`);
}

/** Removes what an earlier run left, as cdk8s does; but never the project itself. */
function empty(output: string): void {
  const inside = relative(resolve(output), process.cwd());
  if (!inside.startsWith('..') && inside !== resolve(process.cwd())) {
    const project = `The output directory ${output} holds the project itself, and synth would empty it; nothing was done.`;
    throw new BoxcutterError('synth-output', 'input', project, {
      hint: 'Name a separate directory, such as dist.',
    });
  }
  rmSync(output, { recursive: true, force: true });
}
