/** What a file of tests changes in its process, and what is put back after it. */

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE', 'SIGWINCH', 'exit', 'beforeExit', 'warning'];

/** Remembers how the process is now. The function goes back to that. */
export function remember() {
  const variables = { ...process.env };
  const folder = process.cwd();
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const members = membersOf(process);
  const listeners = EVENTS.map((name) => [name, process.listeners(name)]);
  return () => {
    // First, for `env` is one of them.
    putBack(process, members, membersOf(process));
    putBack(globalThis, globals, Object.getOwnPropertyDescriptors(globalThis));
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    for (const [name, value] of Object.entries(variables)) if (process.env[name] !== value) process.env[name] = value;
    if (process.cwd() !== folder) process.chdir(folder);
    for (const [name, before] of listeners) {
      for (const one of process.listeners(name)) if (!before.includes(one)) process.removeListener(name, one);
    }
  };
}

/**
 * Without those by which Node itself keeps listeners and the channel to the process above: of these, a value of before next to one of now
 * makes the process deaf.
 */
function membersOf(object) {
  const own = Object.entries(Object.getOwnPropertyDescriptors(object));
  return Object.fromEntries(own.filter(([name]) => !/^(?:_|channel$|connected$)/.test(name)));
}

function putBack(object, before, now) {
  for (const name of Reflect.ownKeys(now)) {
    const is = now[name];
    const was = before[name];
    if (!is.configurable) continue;
    if (was === undefined) delete object[name];
    else if (was.value !== is.value || was.get !== is.get || was.set !== is.set) Object.defineProperty(object, name, was);
  }
  // What was deleted.
  for (const name of Reflect.ownKeys(before)) if (!Object.hasOwn(object, name)) Object.defineProperty(object, name, before[name]);
}
