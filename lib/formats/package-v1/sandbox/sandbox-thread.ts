/**
 * What runs in the thread of a sandbox: QuickJS, an interpreter of JavaScript in WebAssembly. The code in it sees the language and nothing
 * else: no files, no network, no process, no modules. The clock of the thread stands still, so the interpreter, which takes time and the
 * seed of its random numbers from it, gives the same every time.
 */
import type { MessagePort } from 'node:worker_threads';
import type { SandboxLimits } from './limits';

/** What the thread is started with. */
export interface ThreadData {
  /** Paths of the modules of the interpreter. */
  readonly core: string;
  readonly variant: string;
  readonly script: string;
  readonly input: string;
  readonly limits: SandboxLimits;
  readonly port: MessagePort;
  /** Becomes 1 when there is an outcome. */
  readonly done: Int32Array;
}

type MemoryClass = new (pages: { readonly initial: number; readonly maximum: number }) => object;

/** How it went. A message is text of the package, and not to be trusted. */
export type SandboxOutcome =
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'threw'; readonly message: string }
  | { readonly kind: 'broken-script'; readonly message: string }
  | { readonly kind: 'no-function' | 'no-text' | 'too-large' | 'too-long' | 'memory' | 'recursion' | 'engine' };

/**
 * The program of the thread. It reaches its thread as text, so that it works from the sources, from `dist` and from within the command
 * alike: nothing outside of this function exists there.
 */
export function sandboxThread(load: (id: string) => unknown): void {
  const { workerData: data } = load('node:worker_threads') as { readonly workerData: ThreadData };
  const { newQuickJSWASMModuleFromVariant, newVariant } = load(data.core) as typeof import('quickjs-emscripten-core');
  const { default: variant } = load(data.variant) as typeof import('@jitl/quickjs-ng-wasmfile-release-sync');
  Date.now = () => 0;
  performance.now = () => 0;
  Date.prototype.getTimezoneOffset = () => 0;
  const { limits } = data;
  const tell = (outcome: SandboxOutcome): void => {
    data.port.postMessage(outcome);
    Atomics.store(data.done, 0, 1);
    Atomics.notify(data.done, 0);
  };
  // The interpreter counts what it is asked for, and not what lies between: without an end of its own the memory would grow to gigabytes.
  const page = 65_536;
  // The types of Node.js have it as a type alone.
  const { WebAssembly: { Memory } } = globalThis as unknown as { readonly WebAssembly: { readonly Memory: MemoryClass } };
  const wasmMemory = new Memory({ initial: 256, maximum: 1024 + Math.ceil(limits.memory / page) });
  newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory })).then((engine) => {
    const runtime = engine.newRuntime();
    runtime.setMemoryLimit(limits.memory);
    runtime.setMaxStackSize(limits.stack);
    let interrupts = 0;
    runtime.setInterruptHandler(() => {
      interrupts += 1;
      return interrupts > limits.interrupts;
    });
    const context = runtime.newContext();
    type Handle = typeof context.global;
    // The interpreter's own word for it is the message of an error that anybody may throw; what counts is how it was with the limits.
    const thrown = (error: Handle): SandboxOutcome => {
      if (interrupts > limits.interrupts) return { kind: 'too-long' };
      const message = messageOf(error);
      if (interrupts > limits.interrupts) return { kind: 'too-long' };
      if (message === 'out of memory') return { kind: 'memory' };
      if (message === 'Maximum call stack size exceeded') return { kind: 'recursion' };
      return { kind: 'threw', message };
    };
    const lengthOf = (text: Handle): number => context.getNumber(context.getProp(text, 'length'));
    const textOf = (text: Handle): string => (lengthOf(text) > limits.thrown ? 'a text that is too long' : context.getString(text));
    const messageOf = (error: Handle): string => {
      const type = context.typeof(error);
      if (type === 'string') return textOf(error);
      if (type !== 'object' && type !== 'function') return `a value of type ${type}`;
      try {
        const message = context.getProp(error, 'message');
        if (context.typeof(message) === 'string') return textOf(message);
      } catch {
        // A getter that throws.
      }
      return 'a value that is no error';
    };
    const run = (): SandboxOutcome => {
      const evaluated = context.evalCode(data.script, 'package/render.js', { type: 'global', strict: false });
      if (evaluated.error !== undefined) {
        const outcome = thrown(evaluated.error);
        return outcome.kind === 'threw' ? { kind: 'broken-script', message: outcome.message } : outcome;
      }
      const render = context.getProp(context.global, 'render');
      if (context.typeof(render) !== 'function') return { kind: 'no-function' };
      const given = context.callFunction(render, context.undefined, context.newString(data.input));
      if (given.error !== undefined) return thrown(given.error);
      if (context.typeof(given.value) !== 'string') return { kind: 'no-text' };
      if (lengthOf(given.value) > limits.output) return { kind: 'too-large' };
      return { kind: 'output', text: context.getString(given.value) };
    };
    let outcome: SandboxOutcome;
    try {
      outcome = run();
    } catch (error) {
      // Of the engine itself: its memory cannot grow, or its stack is that of this thread.
      outcome = { kind: error instanceof RangeError && /call stack/.test(error.message) ? 'recursion' : 'engine' };
    }
    tell(outcome);
  }, () => tell({ kind: 'engine' }));
}
