/** Running a script that nobody trusts: in an interpreter of its own, in a thread of its own, within limits. */
import { createRequire } from 'node:module';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { SANDBOX_LIMITS, type SandboxLimits } from './limits';
import { type SandboxOutcome, sandboxThread, type ThreadData } from './sandbox-thread';

/** The thread needs little of Node's own heap, and a stack that holds the interpreter's at its limit. */
const THREAD = { maxOldGenerationSizeMb: 256, stackSizeMb: 16 } as const;

/** What compilers that keep the names of functions write into them. */
const HELPERS = 'const __name = (named) => named;';

/**
 * Runs a script, and calls the global function `render` that it defines with a text. Every call has an interpreter of its own, so nothing
 * stays from one to the next. The calling thread waits: synth is synchronous.
 * @param limits other ones, for tests
 */
export function runInSandbox(script: string, input: string, limits: SandboxLimits = SANDBOX_LIMITS): SandboxOutcome {
  if (isTooLarge(script, input, limits)) return { kind: 'too-large' };
  const { thread, port, done } = startThread(script, input, limits);
  thread.unref();
  const inTime = Atomics.wait(done, 0, 0, limits.milliseconds) !== 'timed-out';
  const received = receiveMessageOnPort(port) as { readonly message: SandboxOutcome } | undefined;
  port.close();
  void thread.terminate();
  return received?.message ?? { kind: inTime ? 'engine' : 'too-long' };
}

/** The same; the calling thread goes on meanwhile. */
export function runInSandboxApart(script: string, input: string, limits: SandboxLimits = SANDBOX_LIMITS): Promise<SandboxOutcome> {
  if (isTooLarge(script, input, limits)) return Promise.resolve({ kind: 'too-large' });
  const { thread, port } = startThread(script, input, limits);
  return new Promise((resolve) => {
    const end = (outcome: SandboxOutcome): void => {
      clearTimeout(timer);
      port.close();
      void thread.terminate();
      resolve(outcome);
    };
    const timer = setTimeout(() => end({ kind: 'too-long' }), limits.milliseconds);
    port.once('message', end);
    thread.once('error', () => end({ kind: 'engine' }));
  });
}

function isTooLarge(script: string, input: string, limits: SandboxLimits): boolean {
  return script.length > limits.script || input.length > limits.input;
}

interface Started {
  readonly thread: Worker;
  /** Gives the outcome. */
  readonly port: MessagePort;
  /** Becomes 1 when there is an outcome. */
  readonly done: Int32Array;
}

function startThread(script: string, input: string, limits: SandboxLimits): Started {
  const done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1, port2 } = new MessageChannel();
  const { resolve } = createRequire(__filename);
  const workerData: ThreadData = {
    core: resolve('quickjs-emscripten-core'),
    variant: resolve('@jitl/quickjs-ng-wasmfile-release-sync'),
    script, input, limits, done, port: port2,
  };
  const thread = new Worker(`${HELPERS}(${sandboxThread.toString()})(require)`, {
    eval: true, workerData, transferList: [port2], env: {}, execArgv: [], resourceLimits: THREAD,
  });
  // It ends within a moment of the outcome, or of its time; what it dies of is not told twice.
  thread.on('error', () => undefined);
  return { thread, port: port1, done };
}
