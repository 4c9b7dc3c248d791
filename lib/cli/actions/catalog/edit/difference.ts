/** What an edit changes in a file, as lines of a unified difference. */
import { createTwoFilesPatch } from 'diff';
import { counted } from '../../../../counted';

/** Characters of a line that are shown: icons are one line. */
const SHOWN = 200;
/** Lines that come or go together and are all shown; of more, only the first. */
const TOGETHER = 24;
const FIRST = 8;

export interface DifferenceOptions {
  /** Every line; otherwise long pieces that come or go are shortened: the blob of a bundle has hundreds of lines. */
  readonly isWhole: boolean;
}

/** With three lines around each change. */
export function differenceLines(
  path: string, before: Buffer | undefined, after: Buffer | undefined, { isWhole }: DifferenceOptions,
): readonly string[] {
  const [old, fresh] = [before, after].map((content) => content?.toString('utf8') ?? '') as [string, string];
  const lines = createTwoFilesPatch(path, path, old, fresh).split('\n').slice(1).filter((line) => line !== '')
    .map((line) => (line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line));
  return isWhole ? lines : shortened(lines);
}

function shortened(lines: readonly string[]): readonly string[] {
  const runs: string[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run !== undefined && run[0]?.[0] === line[0]) run.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => {
    const sign = run[0]?.[0];
    if (run.length <= TOGETHER || (sign !== '+' && sign !== '-')) return run;
    return [...run.slice(0, FIRST), `${sign}… ${counted(run.length - FIRST, 'more line')}`];
  });
}
