import picocolors from 'picocolors';

export type Paint = ReturnType<typeof picocolors.createColors>;

/** Colours for a stream: only on a terminal, and not when NO_COLOR says so. */
export function paint(stream: { readonly isTTY?: boolean }): Paint {
  const isCapable = stream.isTTY === true && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb';
  const wanted = process.env['FORCE_COLOR'] !== undefined || isCapable;
  return picocolors.createColors(wanted);
}
