/**
 * From a revision written by hand, and the options of a call, to what the engine runs.
 */
import { refOf, type ResolvedObject, type ResolvedRevision } from '../../api';
import { contentDigest } from '../../api/content-digest';
import { defined } from '../../defined';
import { OptionTable, splitEntry, type Overrides, type RevisionInput } from './options';
import { findingOf, refuse, type RevisionFinding } from './findings';
import { isFields, isText } from './given';
import { checkRevision, type ValidationContext } from './validation';

/** Everything that is wrong with a revision, which may be anything; never throws. */
export function validateRevision(input: unknown, context: ValidationContext = {}): readonly RevisionFinding[] {
  return checkRevision(input, context).map(findingOf);
}

/**
 * Checks a revision and decides the options of each object: the more specific level wins (object over phase over revision over
 * default); at one level the call wins over the declaration. What a level sets replaces what the others say, it is never merged.
 * Nothing of the input is changed or copied: objects are shared.
 *
 * @throws BoxcutterError `revision-invalid` (input) with everything that is wrong in `details.findings`
 */
export function defineRevision(
  input: RevisionInput, overrides: Overrides = {}, context: Omit<ValidationContext, 'overrides'> = {},
): ResolvedRevision {
  const { name }: { readonly name?: unknown } = isFields(input) ? input : {};
  refuse(isText(name) ? `Revision ${JSON.stringify(name)}` : 'The revision', checkRevision(input, { ...context, overrides }));
  return resolveRevision(input, overrides);
}

/** The same for what was checked already. */
export function resolveRevision(input: RevisionInput, overrides: Overrides): ResolvedRevision {
  const table = new OptionTable(input, overrides);
  const phases = input.phases.map((phase) => ({
    name: phase.name,
    objects: phase.objects.map((entry): ResolvedObject => {
      const { object, own } = splitEntry(entry);
      const { collisionProtection, replacementPolicy, paused, orphan } = table.of(phase.name, refOf(object), own);
      return {
        object, collisionProtection,
        ...defined({ replacementPolicy, paused: paused || undefined, orphan: orphan || undefined }),
      };
    }),
  }));
  const probes = overrides.probes ?? input.probes ?? [];
  const deadline = overrides.progressDeadlineMinutes ?? input.progressDeadlineMinutes;
  return {
    extension: input.name,
    number: input.number,
    phases,
    probes,
    ...defined({ progressDeadlineMinutes: deadline }),
    digest: contentDigest(phases, probes),
  };
}
