/** Paths of issues as text, as a program that gave the input looks for the place. */
import { formatPath } from '../../issue';
import type { Path } from './issues';

/**
 * `phases[0].objects[2].metadata.uid`. Names that the caller chose stand in quotes: those of labels, annotations and overridden phases.
 * Within probes the path is written as compile writes it.
 */
export function pathText(path: Path): string {
  const probes = path[0] === 'overrides' ? 1 : 0;
  if (path[probes] !== 'probes') return dotted(path);
  return `${dotted(path.slice(0, probes + 1))}${formatPath(path.slice(probes + 1))}`;
}

function dotted(path: Path): string {
  let text = '';
  path.forEach((segment, index) => {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (isChosenName(path.slice(0, index))) text += `[${JSON.stringify(segment)}]`;
    else text += text === '' ? segment : `.${segment}`;
  });
  return text;
}

/** @param above the path down to where the name stands */
function isChosenName(above: Path): boolean {
  const [outer, inner] = [above.at(-2), above.at(-1)];
  if (inner === 'phases') return outer === 'overrides' && above.length === 2;
  // Those of an object, or those that the call gives to every object.
  return (inner === 'labels' || inner === 'annotations') && (outer === 'metadata' || outer === undefined);
}
