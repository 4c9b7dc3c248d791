import { BoxcutterError } from '../../../errors';
import type { BundleRenderArgs } from '../../commands/bundle/render';
import { compile, configure, openAsBundle } from '../../../source';
import { printObjects } from '../../output/objects';
import { note } from '../../output/note';

/** Like `render`, for whatever is named: a folder without metadata counts as a plain+v0 bundle here. */
export async function bundleRender(args: BundleRenderArgs): Promise<number> {
  const surroundings = { onNote: note };
  const source = await openAsBundle(args.bundle, args, surroundings);
  const { resolved, documents } = await compile(await configure(source, args, surroundings), surroundings);
  const plain = resolved.phases.flatMap(({ objects }) => objects.map(({ object }) => object));
  if (args.objects && plain.length === 0) throw new BoxcutterError('nothing-to-render', 'input', `${args.bundle}: nothing to render.`);
  printObjects(args.objects ? plain : documents(), args.output);
  return 0;
}
