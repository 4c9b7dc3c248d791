/** The value of a scalar with or without a tag. */
import type { YamlIssues } from './issues';
import { readPlain } from './scalar';

/** A problem of what is being read; its place is known where it is reported. */
export type Problem = <Code extends keyof YamlIssues>(code: Code, data: YamlIssues[Code]) => void;

/** The value of a scalar. Problems name neither the value nor its tag: `password: !x` is a password without its quotation marks. */
export function scalarValue(source: string, plain: boolean, tag: string | undefined, problem: Problem) {
  const short = tag?.startsWith('!<tag:yaml.org,2002:') ? `!!${tag.slice('!<tag:yaml.org,2002:'.length, -1)}` : tag;
  if (short === '!' || short === '!!str' || (short === undefined && !plain)) return source;
  if (short === '!!binary') return binaryValue(source, problem);
  const read = readPlain(source);
  if ('problem' in read) {
    if (read.problem === 'unsafe') {
      problem('yaml-integer', {});
      return read.rounded;
    }
    problem('yaml-not-json', {});
    return null;
  }
  const { value } = read;
  const type = value === null
    ? '!!null'
    : typeof value === 'boolean' ? '!!bool' : typeof value === 'number' ? (Number.isInteger(value) ? '!!int' : '!!float') : '!!str';
  if (short === undefined || short === type || (short === '!!float' && type === '!!int')) return value;
  if (['!!int', '!!float', '!!bool', '!!null'].includes(short)) problem('yaml-tag', { problem: 'other-type', type: short.slice(2) });
  else problem('yaml-tag', { problem: 'unsupported' });
  return null;
}

function binaryValue(source: string, problem: Problem): string {
  const decoded = Buffer.from(source, 'base64');
  const text = decoded.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(decoded)) problem('yaml-tag', { problem: 'binary' });
  return text;
}
