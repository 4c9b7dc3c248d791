/** Findings as text for terminals. */
import type { Finding } from './finding';

/** One line a finding, errors before warnings, else in the order given: `origin: subject: path: message. hint`. Empty without findings. */
export function formatFindings(findings: readonly Finding[]): string {
  const ordered = [...findings.filter(({ severity }) => severity === 'error'), ...findings.filter(({ severity }) => severity === 'warning')];
  return ordered.map(formatFinding).join('\n');
}

export function formatFinding({ origin, subject, path, message, hint, severity }: Finding): string {
  const place = [origin, subject, path].filter((part) => part !== undefined && part !== '').join(': ');
  const text = `${severity === 'warning' ? 'warning: ' : ''}${message}${/[.!?]$/.test(message) ? '' : '.'}${hint ? ` ${hint}` : ''}`;
  return printable(place === '' ? text : `${place}: ${text}`);
}

/** Control characters of the input must not reach a terminal, nor marks that turn the direction of what is read. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => (character === '\n' || character === '\t' ? ' ' : '\ufffd'));
}
