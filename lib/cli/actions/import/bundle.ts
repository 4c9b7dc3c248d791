import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { configSchemaOf } from '../../../formats';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import { openBundle } from '../../../source';
import type { ImportBundleArgs } from '../../commands/import/bundle';
import { bundleModule, headOf } from '../../typescript';
import { finishImport, portablePath } from './finish';
import { note } from '../../output/note';

/** Writes a module with the type of a bundle's configuration, and what the bundle is. */
export async function importBundle(args: ImportBundleArgs): Promise<number> {
  if (args.name !== undefined && !/^[A-Za-z_$][\w$]*$/.test(args.name)) {
    throw new BoxcutterError('usage-type-name', 'input', `"${args.name}" cannot be the name of a type.`, {
      hint: 'Give letters and digits, a letter first: --name Keda',
    });
  }
  refuseManifests(args.bundle);
  const { bundle, reference } = await openBundle(args.bundle, { onNote: note });
  const path = portablePath(args.bundle);
  const configSchema = configSchemaOf(bundle);
  const head = headOf(`import bundle ${path}${args.name === undefined ? '' : ` --name ${args.name}`}`);
  const { fileName, exports, text } = await bundleModule(
    {
      bundle: path,
      bundleName: bundle.name,
      packageName: bundle.packageName,
      ...defined({ reference, version: bundle.version, configSchema, name: args.name }),
    },
    head,
  );
  if (args.file === undefined) return finishImport([{ path: fileName, text, exports }], args);
  return finishImport([{ path: basename(args.file), text, exports }], { ...args, outputDirectory: dirname(args.file) });
}

/** Only a bundle says how it can be configured; what holds plain objects is most often meant for the other import. */
function refuseManifests(path: string): void {
  if (!existsSync(path) || statSync(path).isDirectory() || !/\.(?:ya?ml|json)$/i.test(path)) return;
  throw new BoxcutterError('bundle-unreadable', 'input', `${path} is a file of manifests, not a bundle.`, {
    hint: 'Name the folder, chart, archive or image of a bundle. ' +
      'To make constructs for the CustomResourceDefinitions of a file: boxcutter import crd',
  });
}
