import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';

/**
 * Where a process id means something: this boot of this machine and, in a container, this container. Two containers or two machines
 * may well have the same name, and a process id of one says nothing in the other.
 */
export function thisMachine(): string {
  const parts = [
    () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    () => readlinkSync('/proc/self/ns/pid'),
  ].map(orEmpty);
  return [hostname(), ...parts].filter((part) => part !== '').join(' ');
}

/** Not every system tells. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown'; // No entry for this uid, as in many containers.
  }
}

/** For people: who runs this, and where. */
export function userAtHost(): string {
  return `${userName()}@${hostname()}`;
}
