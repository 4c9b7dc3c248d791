import type { RenderArgs } from '../commands/render';
import { readRevision } from '../../source';
import { note } from '../output/note';
import { printObjects } from '../output/objects';

/** Prints the revision manifest and its content Secrets; reaches no cluster. */
export async function render(args: RenderArgs): Promise<number> {
  const { documents } = await readRevision(args.path, args, { onNote: note });
  printObjects(documents(), args.output);
  return 0;
}
