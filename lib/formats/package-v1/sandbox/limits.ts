/**
 * What the code of a package may take. It comes from elsewhere, and nobody has read it: whatever it does, it ends, and with one error.
 *
 * Steps end a package at the same place on every machine. Time is for what runs within one step of the interpreter, such as a search
 * through an array that claims 2^53 entries: only the end of its thread stops that.
 */
const MIB = 1024 * 1024;

export const SANDBOX_LIMITS = {
  /** Bytes that the package may hold at a time. The memory that it is in has 64 MiB more. */
  memory: 256 * MIB,
  /** Bytes of its own stack. */
  stack: MIB,
  /** How often the interpreter asks whether it may go on: about every 10,000 steps. */
  interrupts: 40_000,
  /** Until the thread is ended. */
  milliseconds: 30_000,
  /** Bytes of the script. The largest library of constructs for Kubernetes makes 4 MB. */
  script: 16 * MIB,
  /** Characters of what it is given, and of what it gives. */
  input: 4 * MIB,
  output: 16 * MIB,
  /** Characters of what it says when it throws; a longer text is not taken. */
  thrown: 16_000,
  /** Characters that are shown of one thing that it says. */
  message: 2000,
} as const;

export type SandboxLimits = { readonly [Limit in keyof typeof SANDBOX_LIMITS]: number };
