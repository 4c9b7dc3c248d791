/** Bundles for the tests of this folder, and the way of one through the source: configured and rendered, without a cluster. */
import { resolve } from 'node:path';
import type { JsonObject, RecordedChoices } from '../../../../lib/api';
import { type Bundle, bundleFilesFromDirectory, bundleFilesOf, readBundle } from '../../../../lib/bundle';
import { type BundleSource, type Choices, configure, render as renderSource, type Surroundings } from '../../../../lib/source';
import { files, serviceVersion } from '../../formats/sample';

const example = bundleFilesFromDirectory(resolve(__dirname, '../../../../examples/from-bundle/bundle'));

export const guestbook = readBundle(example).bundle as Bundle;

export function bundleWith(spec: JsonObject): Bundle {
  const draft = files({ 'manifests/web.clusterserviceversion.yaml': JSON.stringify(serviceVersion(spec)) });
  const texts = Object.entries(draft).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
  const { bundle, findings } = readBundle(bundleFilesOf('web', texts));
  if (bundle === undefined) throw new Error(JSON.stringify(findings));
  return bundle;
}

export const modes = ['AllNamespaces', 'SingleNamespace'].map((type) => ({ type, supported: true }));
const operator = bundleWith({ installModes: modes });

export interface Rendering {
  readonly config: object;
  readonly certificates?: string;
  readonly notes: readonly string[];
}

/** As it is opened; its files matter no more. */
export function sourceOf(bundle: Bundle): BundleSource {
  return { kind: 'bundle', path: 'web', bundle, files: bundleFilesOf('web', []) };
}

type More = Partial<Surroundings> & { readonly of?: Bundle };

export async function render(choices: Choices, recorded?: RecordedChoices, more: More = {}): Promise<Rendering> {
  const notes: string[] = [];
  const surroundings = { onNote: (note: string): void => void notes.push(note), recorded: () => Promise.resolve(recorded), ...more };
  const configured = await configure(sourceOf(more.of ?? operator), { namespace: 'shop', ...choices }, surroundings);
  await renderSource(configured, surroundings);
  const { config = {}, certificates } = configured;
  return { config, notes, ...(certificates === undefined ? {} : { certificates }) };
}
