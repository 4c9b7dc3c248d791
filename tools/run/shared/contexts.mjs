/**
 * Contexts of asynchronous work (`AsyncLocalStorage`) that a file of tests has used. jest makes one for each file and never ends it, and
 * until Node 24 every promise of the process costs some time for each that is not ended: after 300 files, 350 times its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const used = new Set();

for (const enter of ['run', 'enterWith']) {
  const own = AsyncLocalStorage.prototype[enter];
  AsyncLocalStorage.prototype[enter] = function remembering(...args) {
    used.add(this);
    return Reflect.apply(own, this, args);
  };
}

/** Whoever uses one again begins it again. */
export function endContexts() {
  for (const context of used) context.disable();
  used.clear();
}
