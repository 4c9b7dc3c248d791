/** What a file of tests changes in its process, and what is put back after it. */

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE', 'SIGWINCH', 'exit', 'beforeExit', 'warning'];

/** Remembers how the process is now. The function goes back to that. */
export function remember() {
  const variables = { ...process.env };
  const folder = process.cwd();
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const members = Object.getOwnPropertyDescriptors(process);
  const listeners = EVENTS.map((name) => [name, process.listeners(name)]);
  return () => {
    // First, for `env` is one of them.
    putBack(process, members);
    putBack(globalThis, globals);
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    for (const [name, value] of Object.entries(variables)) if (process.env[name] !== value) process.env[name] = value;
    if (process.cwd() !== folder) process.chdir(folder);
    for (const [name, before] of listeners) {
      for (const one of process.listeners(name)) if (!before.includes(one)) process.removeListener(name, one);
    }
  };
}

function putBack(object, before) {
  for (const [name, is] of Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)])) {
    const was = before[name];
    if (!is.configurable) continue;
    if (was === undefined) delete object[name];
    else if (was.value !== is.value || was.get !== is.get || was.set !== is.set) Object.defineProperty(object, name, was);
  }
  // What was deleted.
  for (const name of Reflect.ownKeys(before)) if (!Object.hasOwn(object, name)) Object.defineProperty(object, name, before[name]);
}
