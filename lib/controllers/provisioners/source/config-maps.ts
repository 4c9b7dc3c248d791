/** Files of a bundle that are keys of ConfigMaps. */
import { BoxcutterError } from '../../../errors';
import type { KubeObject } from '../../../api';
import { ARCHIVE_LIMITS, Budget } from '../../../formats/archive';
import { CONTENT_LIMITS } from './limits';

export interface ConfigMapFiles {
  readonly name: string;
  /** Folder of the bundle, without strokes around it; empty for the root. */
  readonly folder: string;
  readonly live: KubeObject;
}

/**
 * Takes one after the other, so that those beyond the limit are not even asked for.
 * @throws BoxcutterError `bundle-source` (input): one that may change, a path twice; `archive-too-large` (input)
 */
export class ConfigMapTree {
  readonly files = new Map<string, Buffer>();
  private readonly folders = new Set<string>();
  private readonly names: string[] = [];
  private readonly budget: Budget;

  constructor(names: readonly string[]) {
    this.budget = new Budget(`configmaps ${names.join(', ').slice(0, MOST_NAMES)}`, CONTENT_LIMITS);
  }

  add({ name, folder, live }: ConfigMapFiles): void {
    this.names.push(name);
    if (live['immutable'] !== true) throw unusable(`configmap "${name}" is not immutable`);
    const { data = {}, binaryData = {} } = live as { readonly data?: Record<string, string>; readonly binaryData?: Record<string, string> };
    for (const [key, text] of Object.entries(data)) this.put(folder, key, Buffer.from(text));
    for (const [key, text] of Object.entries(binaryData)) this.put(folder, key, Buffer.from(text, 'base64'));
  }

  private put(folder: string, key: string, content: Buffer): void {
    const path = folder === '' ? key : `${folder}/${key}`;
    const isName = /^[-._A-Za-z0-9]+$/.test(key) && key !== '.' && key !== '..';
    if (!isName) throw unusable(`the key ${JSON.stringify(key)} of a configmap is no file name`);
    this.budget.countEntry();
    this.budget.countFile(path, content.length);
    if (this.files.has(path)) throw unusable(`duplicate path "${path}" found in configmaps [${this.names.join(' ')}]`);
    const above = foldersAbove(path);
    const other = this.folders.has(path) ? path : above.find((one) => this.files.has(one));
    if (other !== undefined) throw unusable(`path "${other}" found in configmaps [${this.names.join(' ')}] is a file and a folder`);
    for (const one of above) this.folders.add(one);
    this.files.set(path, content);
  }
}

/** Characters of names in messages. */
const MOST_NAMES = 200;

/** @throws BoxcutterError `bundle-source` (input): it leads out of the bundle, or no bundle is so deep */
export function folderOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const isWithin = !parts.includes('..') && !path.startsWith('/') && !/[\u0000-\u001f\u007f\\]/.test(path);
  if (isWithin && parts.length < ARCHIVE_LIMITS.depth && path.length <= ARCHIVE_LIMITS.path) return parts.join('/');
  throw unusable(`path ${JSON.stringify(path)} of a configmap is not within the bundle`);
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
}

function unusable(why: string): BoxcutterError {
  return new BoxcutterError('bundle-source', 'input', why);
}
