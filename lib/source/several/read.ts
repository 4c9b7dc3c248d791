/** Everything that a user names at once: one extension of plain objects, or several of which each says its name. */
import { setImmediate } from 'node:timers/promises';
import { BoxcutterError } from '../../errors';
import type { Choices } from '../choices';
import { readSource } from '../compile';
import { inDependencyOrder } from './order';
import { openAll } from '../open';
import type { Compiled, ObjectsSource, Source } from '../source';
import type { Surroundings } from '../surroundings';

/**
 * In the order in which they are to be applied: that of the paths, and within one that of its documents, unless one says that it needs a
 * later one (`ANNOTATION_DEPENDS_ON`). All of them are compiled before there is an answer.
 * @throws BoxcutterError category input: as `readRevision`; `input-several` for plain objects beside what has a name of its own, for
 *   several paths of them without `--name`, for an extension that is named twice, and for extensions that depend on each other
 */
export async function readRevisions(
  paths: readonly string[], choices: Choices, surroundings: Surroundings,
): Promise<readonly Compiled[]> {
  const opened: Source[] = [];
  for (const path of paths) opened.push(...await openAll(path, choices, surroundings));
  // Compiling takes long: who connects to a server meanwhile takes up its answer before.
  await setImmediate();
  const compiled: Compiled[] = [];
  for (const source of together(opened, choices)) compiled.push(await readSource(source, choices, surroundings));
  refuseTwice(compiled);
  return inDependencyOrder(compiled, ({ resolved }) => resolved);
}

/** Plain objects of several paths are one extension. */
function together(sources: readonly Source[], { name }: Choices): readonly Source[] {
  const plain = sources.filter((source): source is ObjectsSource => source.kind === 'objects');
  const [first] = plain;
  if (sources.length === 1 || first === undefined) return sources;
  const named = sources.find(({ kind }) => kind !== 'objects');
  if (named !== undefined) {
    const what = `${first.path} holds plain objects, and ${named.path} is ${named.kind === 'bundle' ? 'a bundle' : 'a revision'}`;
    throw new BoxcutterError('input-several', 'input', `${what}; they cannot be applied together.`, {
      hint: 'Apply them one after the other.',
    });
  }
  if (name === undefined) {
    const what = `The plain objects of ${plain.length} paths are one extension, which needs a name.`;
    throw new BoxcutterError('input-several', 'input', what, {
      hint: 'Add --name EXTENSION.',
    });
  }
  return [{ ...first, objects: plain.flatMap(({ objects }) => objects) }];
}

function refuseTwice(compiled: readonly Compiled[]): void {
  const names = compiled.map(({ resolved }) => resolved.extension);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  throw new BoxcutterError('input-several', 'input', `Extension "${twice}" is named twice; only one revision of it can be applied.`, {
    hint: 'Name the file of the one that is meant.',
  });
}
