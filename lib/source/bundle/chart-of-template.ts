/** A template of a chart that was given as a manifest: which chart it belongs to. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { formatOfFolder } from '../../formats/detect/known-formats';
import type { Issue } from '../../issue';

/** Folders that are looked into, upwards. */
const LEVELS = 8;

/** The issue with the folder of the chart, so that the hint can name it. */
export function withItsChart(issue: Issue): Issue {
  const { code, origin } = issue;
  if (code !== 'yaml-template' || origin === undefined || !existsSync(origin.source)) return issue;
  const chart = chartAbove(dirname(resolve(origin.source)), LEVELS);
  if (chart === undefined) return issue;
  return { ...issue, data: { ...issue.data, chart: isAbsolute(origin.source) ? chart : relative('', chart) || '.' } };
}

/** @param folder absolute */
function chartAbove(folder: string, levels: number): string | undefined {
  if (formatOfFolder(folder)?.templates !== undefined) return folder;
  return levels === 0 || dirname(folder) === folder ? undefined : chartAbove(dirname(folder), levels - 1);
}
