import { BoxcutterError } from '../../../errors';
import type { BundleRenderArgs } from '../../commands/bundle/render';
import { compileBundle } from '../../../source/input';
import { printObjects, revisionDocuments } from '../render';

/** Like `render`, for whatever is named: a folder without metadata counts as a plain+v0 bundle here. */
export async function bundleRender(args: BundleRenderArgs): Promise<number> {
  const input = await compileBundle({ ...args, path: args.bundle, onNote: (note) => void process.stderr.write(`${note}\n`) });
  const plain = input.resolved.phases.flatMap(({ objects }) => objects.map(({ object }) => object));
  if (args.objects && plain.length === 0) throw new BoxcutterError('nothing-to-render', 'input', `${args.bundle}: nothing to render.`);
  printObjects(args.objects ? plain : revisionDocuments(input), args.output);
  return 0;
}
