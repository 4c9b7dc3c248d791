import picocolors from 'picocolors';

export type Paint = ReturnType<typeof picocolors.createColors>;

/** Colours for a stream: only on a terminal, and not when NO_COLOR says so. */
export function paint(stream: { readonly isTTY?: boolean }): Paint {
  const wanted = process.env['FORCE_COLOR'] !== undefined || (stream.isTTY === true && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb');
  return picocolors.createColors(wanted);
}
