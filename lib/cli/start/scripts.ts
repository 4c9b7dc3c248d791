/** Loads the scripts that the command is made of, each when another asks for it, with the code that V8 made of them before. */
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { Script } from 'node:vm';
import { asciiText } from './bytes';

/** A script is a function expression with the parameters that Node gives a CommonJS module. */
type Body = (exports: object, require: (name: string) => unknown, module: { exports: object }, filename: string, dirname: string) => void;

export interface LoadedScripts {
  /** Scripts that had to be compiled from their text. */
  readonly compiled: number;
  /** What V8 has made of the scripts so far, by their names: all functions that have run. */
  code(): ReadonlyMap<string, Buffer>;
}

/**
 * Runs a script, and those that it asks for by a relative name.
 * @param codeOf what an earlier run made of a script; V8 refuses what another version or other flags made
 */
export function runScript(file: string, codeOf: (name: string) => Buffer | undefined): LoadedScripts {
  const modules = new Map<string, { exports: object }>();
  const scripts = new Map<string, Script>();
  const requireOther = createRequire(file);
  let compiled = 0;
  const load = (filename: string): object => {
    const known = modules.get(filename);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(filename, module);
    const name = path.basename(filename);
    // The build writes ASCII only.
    const text = asciiText(filename);
    const cachedData = codeOf(name);
    const script = new Script(text, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
    if (script.cachedDataRejected !== false) compiled += 1;
    scripts.set(name, script);
    const dirname = path.dirname(filename);
    const require = (wanted: string): unknown => (wanted.startsWith('./') ? load(path.join(dirname, wanted)) : requireOther(wanted));
    (script.runInThisContext() as Body)(module.exports, require, module, filename, dirname);
    return module.exports;
  };
  load(file);
  return {
    get compiled() {
      return compiled;
    },
    code: () => new Map([...scripts].map(([name, script]) => [name, script.createCachedData()])),
  };
}
