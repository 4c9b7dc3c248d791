/** One process at a time for a piece of work in a checkout; a lock whose holder has died is taken over. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharedTemporaryFolder } from './run/run.mjs';

/**
 * Runs `work` while holding the lock `name` of the folder `root`. The lock lies in the temporary folder of
 * all runs, because the one that installs node_modules cannot lie there.
 */
export async function withLock(name, root, work) {
  const lock = join(sharedTemporaryFolder(), `cdk8s-boxcutter-${name}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
  const holder = join(lock, 'pid');
  for (let told = false; !acquire(lock, holder); ) {
    if (abandoned(lock, holder)) {
      bury(lock);
      continue;
    }
    if (!told) console.log(`${name}: another process is at it; waiting for it …`);
    told = true;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function acquire(lock, holder) {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(holder, String(process.pid));
  return true;
}

/** Moves an abandoned lock away before removing it: of several that try only one can, and a living one is put back. */
function bury(lock) {
  const grave = `${lock}.${process.pid}`;
  try {
    renameSync(lock, grave);
    if (!abandoned(grave, join(grave, 'pid'))) renameSync(grave, lock);
    else rmSync(grave, { recursive: true, force: true });
  } catch {
    // Another process was quicker.
  }
}

function abandoned(lock, holder) {
  try {
    process.kill(Number(readFileSync(holder, 'utf8')), 0);
    return false;
  } catch (error) {
    if (error.code === 'ESRCH') return true;
    if (error.code === 'EPERM') return false;
  }
  // No pid in it: its holder is about to write one, or died just then.
  try {
    return Date.now() - statSync(lock).mtimeMs > 5_000;
  } catch {
    return false;
  }
}
