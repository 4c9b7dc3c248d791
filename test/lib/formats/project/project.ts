/** A project in a folder of its own, and a registry in memory. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoxcutterError } from '../../../../lib/errors';
import { type BundleFiles, bundleFilesOf } from '../../../../lib/formats';
import type { BundleSource } from '../../../../lib/formats/project';
import { type Draft, files, serviceVersion, CSV_FILE } from '../sample';

export interface Project {
  readonly root: string;
  /** A folder deep in it. */
  readonly below: string;
  remove(): void;
}

export function newProject(): Project {
  const root = mkdtempSync(join(tmpdir(), 'boxcutter-project-'));
  writeFileSync(join(root, 'cdk8s.yaml'), 'language: typescript\n');
  const below = join(root, 'packages', 'shop');
  mkdirSync(below, { recursive: true });
  return { root, below, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** The sample bundle in a version. */
export function bundleOf(version: string, changes: Draft = {}): BundleFiles {
  const csv = serviceVersion({ version }, { name: `web.v${version}` });
  return filesOf(files({ [CSV_FILE]: JSON.stringify(csv), ...changes }));
}

export function filesOf(draft: Draft, origin = 'registry.example/web'): BundleFiles {
  return bundleFilesOf(origin, Object.entries(draft).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
}

export const digestOf = (letter: string): string => `sha256:${letter.repeat(64)}`;

/** Tags can be moved; what was asked of it is kept. */
export class MemoryRegistry implements BundleSource {
  readonly asked: string[] = [];
  private readonly tags = new Map<string, string>();
  private readonly images = new Map<string, BundleFiles>();

  push(reference: string, digest: string, bundle: BundleFiles): void {
    this.tags.set(reference, digest);
    this.images.set(digest, bundle);
  }

  resolve(reference: string): Promise<string> {
    this.asked.push(`resolve ${reference}`);
    const digest = this.tags.get(reference);
    return digest === undefined ? Promise.reject(new BoxcutterError(
      'image-not-found', 'input',
      `There is no ${reference}.`,
    )) : Promise.resolve(digest);
  }

  open(reference: string, digest: string): Promise<BundleFiles> {
    this.asked.push(`open ${reference}`);
    const bundle = this.images.get(digest);
    return bundle === undefined ? Promise.reject(new BoxcutterError(
      'image-not-found', 'input',
      `There is no ${digest}.`,
    )) : Promise.resolve(bundle);
  }
}
