/** Probes of many extensions: compiled once for all that have the same ones. */
import type { ProgressionProbe } from '../../../api';
import { canonicalJson, compileProbes, shortHash, type ProbeEvaluator } from '../../../engine';

export class ProbeSets {
  private readonly sets = new Map<string, { readonly id: string; readonly probe: ProbeEvaluator; users: number }>();

  enter(probes: readonly ProgressionProbe[]): { readonly id: string; readonly probe: ProbeEvaluator } {
    const id = probes.length === 0 ? '' : shortHash(canonicalJson(probes));
    let set = this.sets.get(id);
    if (set === undefined) this.sets.set(id, (set = { id, probe: compileProbes(probes), users: 0 }));
    set.users += 1;
    return set;
  }

  leave(id: string): void {
    const set = this.sets.get(id);
    if (set === undefined) return;
    set.users -= 1;
    if (set.users === 0) this.sets.delete(id);
  }
}
