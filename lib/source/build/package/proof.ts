/** The proof of a package that travels: for each sample it gives in its sandbox, to the letter, what it gave where it is at home. */
import { asObject, type JsonValue } from '../../../api';
import { docPage } from '../../../doc-page';
import { BoxcutterError } from '../../../errors';
import { type BundleFiles, formatsWording, readBundle, type RenderResult } from '../../../formats';
import { differences } from '../../../formats/export/differences';
import { renderedFrom, runPackage } from '../../../formats/package-v1/render';
import type { Traveller } from '../../../formats/package-v1/traveller';
import { findingOf, formatFindings, formatPath, isError, type Issue } from '../../../issue';

/**
 * @returns what the samples render to, in their order
 * @throws BoxcutterError `build-package` (input) where it gives something else, or nothing
 */
export function prove(files: BundleFiles, { samples, extension, namespace }: Traveller): readonly RenderResult[] {
  const { bundle, issues } = readBundle(files);
  if (bundle?.format !== 'package+v1') throw refused('The bundle of the package cannot be read back', issues);
  return samples.map(({ config, output }) => {
    const outcome = runPackage(bundle, config, { installNamespace: namespace, releaseName: extension });
    const rendered = renderedFrom(outcome, bundle, config);
    if (outcome.kind === 'output' && outcome.text === output) return rendered;
    if (outcome.kind !== 'output') throw refused('The package does not work in its sandbox', rendered.issues);
    throw new BoxcutterError(
      'build-package', 'input',
      `The package gives another result in its sandbox than here. The first difference: ${firstDifference(output, outcome.text)}.`,
      { hint: 'A package that travels makes its objects from the configuration only, not from files, time, '
        + 'random numbers or the environment.' },
    );
  });
}

function refused(what: string, issues: readonly Issue[]): BoxcutterError {
  const findings = issues.filter(isError).map((issue) => findingOf(issue, formatsWording));
  return new BoxcutterError('build-package', 'input', `${what}:\n${formatFindings(findings)}`, {
    hint: `What a package that travels can do: ${docPage('package-export.md')}`,
  });
}

/** Where it is, without the values: they may be secret. */
function firstDifference(here: string, there: string): string {
  const [one, other] = [JSON.parse(here) as JsonValue, JSON.parse(there) as JsonValue];
  const problems = asObject(other)?.['problems'];
  if (Array.isArray(problems) && asObject(one)?.['problems'] === undefined) return 'it refuses the configuration in the sandbox';
  const [first] = differences(one, other);
  return first === undefined ? 'the order of its parts' : formatPath(first.path);
}
