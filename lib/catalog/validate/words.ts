/** Parts of sentences about catalogs. */
import { formatOrigin } from '../../issue';
import type { Again, Reference } from './issues';

export function quoted(name: string): string {
  return JSON.stringify(name);
}

export function where({ file, line, document }: Again['first']): string {
  return formatOrigin({ source: file, line, document });
}

/** `olm.bundle "p.v1"`. */
export function reference({ schema, name }: Reference): string {
  return name === undefined ? schema : `${schema} ${quoted(name)}`;
}
