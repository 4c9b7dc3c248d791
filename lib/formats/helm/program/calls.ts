/** Rendering as its calls of helm: it is written once, whether who asks for it waits or goes on meanwhile. */
import { runHelmApart } from './apart';
import { type HelmAnswer, type HelmCall, runHelm } from './program';

/** It gives each call out, and is given the answer. */
export type HelmCalls<T> = Generator<HelmCall, T, HelmAnswer>;

export function withHelm<T>(work: HelmCalls<T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next(runHelm(step.value));
  return step.value;
}

export async function withHelmApart<T>(work: HelmCalls<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) step = work.next(await runHelmApart(step.value));
  return step.value;
}
