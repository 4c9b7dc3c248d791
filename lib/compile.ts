/** `compile` as the package offers it: with everything that is wrong in words. */
import { inWords, type InWords } from './in-words';
import { compile as compileRevision, type CompileResult as Compiled, compileWording, type RevisionSource } from './revision';

export type CompileResult = InWords<Compiled>;

/**
 * Compiles a source. All issues are reported at once; with an error among them there is no `compiled`.
 * Equal objects, phases, orders and probes give the same bytes, in whatever order the objects come.
 * Never throws for what the source contains.
 */
export function compile(source: RevisionSource): CompileResult {
  return inWords(compileRevision(source), compileWording);
}
