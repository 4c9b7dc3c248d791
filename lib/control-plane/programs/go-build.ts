import { counted } from '../../counted';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { docPage } from '../../doc-page';
import { BoxcutterError } from '../../errors';
import type { Environment } from '../places';
import { lastLines, runGo } from './go';
import { buildPackage } from './go-package';
import { goPackages, type BinaryName, type Pins } from './pins';
import { secondsSince, type ProgressListener } from './progress';

export interface BuildOptions extends ProgressListener {
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds before each further attempt to download modules, after failures of the network. */
  readonly pauses?: readonly number[] | undefined;
}

/**
 * Builds programs with `go build` from the pinned modules and moves each into `target` when it is complete, so that a
 * build that is cut off loses only the program it was at. Works on a copy of go.mod and go.sum, because Go writes there.
 *
 * @throws BoxcutterError `go-missing`, `go-too-old`, `build-failed`, `interrupted`.
 */
export async function buildPrograms(names: readonly BinaryName[], target: string, pins: Pins, options: BuildOptions): Promise<void> {
  const work = fs.mkdtempSync(path.join(target, '.build-'));
  try {
    for (const file of ['go.mod', 'go.sum']) fs.copyFileSync(path.join(pins.folder, file), path.join(work, file));
    await requireGo(work, pins, options);
    const began = performance.now();
    for (const [index, name] of names.entries()) {
      const output = path.join(work, name);
      const position = `(${index + 1} of ${names.length})`;
      await buildPackage({ name, position, package: goPackages[name], linkerFlags: linkerFlags(pins), module: work, output }, options);
      // Go leaves it to the umask, which may let a group write.
      fs.chmodSync(output, 0o755);
      fs.renameSync(output, path.join(target, name));
    }
    options.onProgress?.(`built ${counted(names.length, 'program')} in ${secondsSince(began)} s`);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

async function requireGo(work: string, pins: Pins, options: BuildOptions): Promise<void> {
  const hint =
    `Install Go ${pins.go} or newer, or set KUBEBUILDER_ASSETS to a folder with kube-apiserver and etcd ` +
    `(${docPage('control-plane.md')} describes every source).`;
  const answer = await runGo(['env', 'GOVERSION'], work, options);
  if (answer === undefined) {
    throw new BoxcutterError(
      'go-missing', 'server',
      'The programs of the control plane have to be built, but Go is not installed on this machine.',
      { hint },
    );
  }
  if (answer.code !== 0) {
    throw new BoxcutterError(
      'go-too-old', 'server',
      `Go ${pins.go} or newer is needed to build the control plane; go says: ${lastLines(answer.output, 2)}`,
      { hint },
    );
  }
}

/** The API server reports to clients the version it was linked with; without one it would call itself v0.0.0 and refuse to start. */
function linkerFlags(pins: Pins): string {
  const [major, minor] = pins.kubernetes.slice(1).split('.');
  const variables = { gitVersion: pins.kubernetes, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const set = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((where) =>
    Object.entries(variables).map(([variable, value]) => `-X ${where}.${variable}=${value}`),
  );
  return ['-s', '-w', ...set].join(' ');
}
