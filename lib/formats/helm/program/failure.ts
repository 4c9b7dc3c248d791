/** What helm says when it fails, as issues: which template and line, and why, without the values it may quote. */
import { configIssue } from '../../../config';
import { defined } from '../../../defined';
import type { Issue } from '../../../issue';
import { helmIssue } from '../wording';

/** Hides values in a text. */
type Mask = (text: string) => string;

const LONGEST = 500;

/**
 * @param messages helm's standard error
 * @param chart name of the chart, which begins every path that helm names
 */
export function failureIssues(messages: string, chart: string, mask: Mask): Issue[] {
  const lines = messages.split('\n').filter((line) => line.trim() !== '' && !NOISE.test(line));
  const text = lines.slice(Math.max(0, lines.findIndex((line) => line.startsWith('Error: ')))).join('\n').replace(/^Error: /, '');
  const unfit = unfitValues(text, mask);
  if (unfit !== undefined) return [unfit];
  const { place, from, reason } = located(text.replace(/\s*\n\s*/g, ' '), chart);
  // What `required` and `fail` say; it is for the user who gives the values.
  const code = text.startsWith('execution error at') ? 'chart-needs-value' : 'helm-failed';
  const usedBy = from === place ? undefined : from;
  const data = { chart, reason: shortened(mask(reason)), located: place !== undefined, ...defined({ usedBy }) };
  return [helmIssue(code, data, { origin: place ?? chart })];
}

const NOISE = /^(?:Use --debug flag|level=|time=|WARNING: |walk\.go:|coalesce\.go:|\s*$)/;

/** Schemas of charts within the chart, which only helm checks. */
function unfitValues(text: string, mask: Mask): Issue | undefined {
  if (!text.startsWith("values don't meet the specifications of the schema")) return undefined;
  let chart = '';
  const problems = text.split('\n').slice(1).flatMap((line) => {
    const [, path = '', what = ''] = /^- (?:at '([^']*)': |(?=.))(.*)$/.exec(line.trim()) ?? [];
    if (what === '') chart = line.trim().replace(/:$/, '');
    const field = path.split('/').slice(1).join('.');
    if (what === '') return [];
    return [configIssue('config-refused', { chart, reason: shortened(mask(what)), ...(field !== '' && { field }) })];
  });
  // No value was found wanting where a schema could not be used at all.
  if (!/^- /m.test(text)) return undefined;
  return configIssue('invalid-config', { problems }, { origin: { source: chart } });
}

/**
 * The innermost place that helm names, the outermost, and what stands after the former. Versions 3 and 4 differ in words and line breaks.
 */
function located(text: string, chart: string): { readonly place?: string; readonly from?: string; readonly reason: string } {
  const escaped = chart.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const places = [...text.matchAll(new RegExp(`\\(?${escaped}/([^\\s:()"]+)(?::(\\d+)(?::\\d+)?)?\\)?:?`, 'g'))];
  // The name of the template that is being executed is said once more, in quotes.
  const named = places.filter(({ index }) => text[index - 1] !== '"');
  const [first, last] = [named[0], named.at(-1)];
  if (first === undefined || last === undefined) return { reason: text };
  const show = ([, file = '', line]: RegExpMatchArray): string => (line === undefined ? file : `${file}:${line}`);
  const after = text.slice(last.index + last[0].length).trim();
  const reason = after.replace(/^executing "[^"]*" /, '');
  return { place: show(last), from: show(first), reason: reason === '' ? text : reason };
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
