/** What is wrong with what a program gave to the engine: collected, so that one error lists all of it. */
import { BoxcutterError } from '../../errors';

export interface RevisionFinding {
  /** Stable; see the table in docs/engine.md. */
  readonly code: string;
  /** Where: `phases[0].objects[2].metadata.uid`, `owner.uid`. */
  readonly path: string;
  /** A sentence that names the object it is about. */
  readonly message: string;
}

export type Report = (code: string, path: string, message: string) => void;

export type Fields = Readonly<Record<string, unknown>>;

/** Input of which nothing is certain, as something whose members can be asked for. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A value for a message: short, and never the content of a whole object. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 70 ? `${value.slice(0, 70)}…` : value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value);
}

/** Members that nothing reads are mistyped ones. */
export function reportUnknownFields(value: Fields, known: readonly string[], path: string, report: Report): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      report('unknown-field', join(path, name), `${shown(name)} means nothing here; known are ${known.join(', ')}.`);
    }
  }
}

export function join(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`;
}

/** @throws BoxcutterError `revision-invalid` (input) unless there is nothing to say */
export function refuse(what: string, findings: readonly RevisionFinding[]): void {
  if (findings.length === 0) return;
  const lines = findings.map(({ path, message }) => `\n- ${path === '' ? '' : `${path}: `}${message}`);
  const count = findings.length === 1 ? 'one mistake' : `${findings.length} mistakes`;
  throw new BoxcutterError(
    'revision-invalid', 'input',
    `${what} has ${count}; nothing was asked of the cluster or written:${lines.join('')}`,
    {
      hint: 'Correct what is listed. Each finding has its code and path in details.findings.',
      details: { findings },
    },
  );
}
