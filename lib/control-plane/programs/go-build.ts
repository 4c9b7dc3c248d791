import * as fs from 'node:fs';
import * as path from 'node:path';
import { BoxcutterError } from '../../errors';
import { isPackage, runGo } from './go';
import { packagesToCompile } from './go-modules';
import { goPackages, type BinaryName, type Pins } from './pins';
import type { Environment } from '../places';

export interface BuildOptions {
  readonly env: Environment;
  /** Called with a line about what is being built, and again every 15 seconds. */
  readonly onProgress?: ((line: string) => void) | undefined;
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
    const started = performance.now();
    for (const [index, name] of names.entries()) {
      const line = `building ${name} (${index + 1} of ${names.length})`;
      options.onProgress?.(line);
      const wanted = await packagesToCompile(goPackages[name], buildFlags(pins), work, options);
      let compiled = 0;
      const onLine = (said: string): void => {
        if (isPackage(said)) compiled += 1;
      };
      const tell = (): void => {
        const progress = wanted === undefined ? '' : `: ${Math.min(compiled, wanted)} of ${wanted} packages compiled`;
        options.onProgress?.(`${line}${progress}, ${Math.round((performance.now() - started) / 1000)} s so far`);
      };
      const ticker = setInterval(tell, 15_000);
      try {
        await goBuild(name, work, pins, { ...options, onLine });
      } finally {
        clearInterval(ticker);
      }
      fs.renameSync(path.join(work, name), path.join(target, name));
    }
    options.onProgress?.(`built ${names.length} programs in ${Math.round((performance.now() - started) / 1000)} s`);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

async function requireGo(work: string, pins: Pins, options: BuildOptions): Promise<void> {
  const hint =
    `Install Go ${pins.go} or newer, or set KUBEBUILDER_ASSETS to a folder with kube-apiserver and etcd ` +
    '(docs/control-plane.md tells about every source).';
  const answer = await runGo(['env', 'GOVERSION'], work, options);
  if (answer === undefined) {
    throw new BoxcutterError(
      'go-missing', 'server',
      'The programs of the control plane have to be built, but there is no Go on this machine.',
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

type Heard = BuildOptions & { readonly onLine: (line: string) => void };

async function goBuild(name: BinaryName, work: string, pins: Pins, options: Heard): Promise<void> {
  const args = [
    'build',
    '-v',
    '-mod=readonly',
    ...buildFlags(pins),
    '-o',
    path.join(work, name),
    goPackages[name],
  ];
  const answer = await runGo(args, work, options);
  if (answer?.code === 0) return;
  if (options.signal?.aborted) {
    throw new BoxcutterError('interrupted', 'interrupted', `Interrupted while building ${name}; what is built is kept.`);
  }
  throw new BoxcutterError('build-failed', 'server', `go build of ${name} failed:\n${lastLines(answer?.output ?? '', 15)}`, {
    hint: 'Building needs the Go module proxy (GOPROXY) and about 2 GB of disk for the modules and the build cache.',
  });
}

/** What go list has to know, too, to say which packages are to be compiled. */
function buildFlags(pins: Pins): string[] {
  return ['-buildvcs=false', '-trimpath', '-ldflags', linkerFlags(pins)];
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

function lastLines(text: string, count: number): string {
  return text.trim().split('\n').slice(-count).join('\n');
}
