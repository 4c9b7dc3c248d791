/** The lock of an extension as its head has it. */
import { hostname } from 'node:os';
import { thisMachine } from '../machine';

/** Who is working on an extension. */
export interface Lock {
  /** Differs for every run. */
  readonly id: string;
  /** For people: `user@host (pid 123)`. */
  readonly holder: string;
  /** Tells where `pid` means something (see `thisMachine`). */
  readonly host: string;
  readonly pid: number;
  /** What it does: `apply`, `delete`. */
  readonly purpose: string;
  /** RFC 3339, by the holder's clock, which may be wrong: only their difference counts. */
  readonly since: string;
  readonly renewed: string;
}

/** Two people on one machine may share a name; the pid tells runs apart. */
export function newLock(purpose: string, user: string, id: string, now: Date): Lock {
  const at = now.toISOString();
  return {
    id,
    holder: `${user}@${hostname()} (pid ${process.pid})`,
    host: thisMachine(),
    pid: process.pid,
    purpose,
    since: at,
    renewed: at,
  };
}
