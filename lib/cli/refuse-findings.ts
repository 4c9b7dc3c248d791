/** Findings about an input for people: warnings as notes, errors as one error. */
import { BoxcutterError } from '../errors';
import { formatFindings, type Finding } from '../schema';

/** Mistakes that are shown: whoever has more mends these first. All of them are in the document of `-o json`. */
const SHOWN = 40;

/**
 * @param what what is wrong, as the beginning of a sentence
 * @param hint what to do next, beside the hints of the findings
 * @throws BoxcutterError `input-invalid` with every error among them
 */
export function refuseFindings(findings: readonly Finding[], onNote: (note: string) => void, what = 'The input', hint?: string): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  if (warnings.length > 0) onNote(formatFindings(warnings));
  if (errors.length === 0) return;
  const rest = errors.length > SHOWN ? `\n… and ${errors.length - SHOWN} more` : '';
  throw new BoxcutterError('input-invalid', 'input', `${errors.length === 1 ? `${what} has a mistake` : `${what} has ${errors.length} mistakes`}; nothing was written:\n${formatFindings(errors.slice(0, SHOWN))}${rest}`, {
    details: { findings: errors },
    ...(hint === undefined ? {} : { hint }),
  });
}
