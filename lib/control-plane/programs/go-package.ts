import { BoxcutterError } from '../../errors';
import type { Environment } from '../places';
import { isPackage, lastLines, runGo, type GoOptions } from './go';
import { packagesToCompile } from './go-modules';
import { reportWhile, type ProgressListener } from './progress';

/** One program in Go. */
export interface GoProgram {
  readonly name: string;
  /** Among those that are to be built: `(1 of 5)`. */
  readonly position?: string;
  /** Import path of its package, or `.`. */
  readonly package: string;
  readonly linkerFlags: string;
  /** Folder of the module that pins what it is made of; go is run there. */
  readonly module: string;
  /** The file to write. */
  readonly output: string;
}

export type GoPackageOptions = Omit<GoOptions, 'onLine' | 'silenceMs'> & ProgressListener & {
  /** Milliseconds before each further attempt to download modules, after failures of the network. */
  readonly pauses?: readonly number[] | undefined;
};

/**
 * Builds one program: downloads its modules, again where the network fails, and compiles it, and says how far it is.
 * @throws BoxcutterError `build-failed`, `interrupted`
 */
export async function buildPackage(program: GoProgram, options: GoPackageOptions): Promise<void> {
  const { name, position, module, output } = program;
  const label = position === undefined ? name : `${name} ${position}`;
  options.onProgress?.(`building ${label}`);
  // What go list has to know, too, to say which packages are to be compiled.
  const flags = ['-buildvcs=false', '-trimpath', '-ldflags', program.linkerFlags];
  const wanted = await packagesToCompile(program.package, flags, module, options);
  let compiled = 0;
  const onLine = (said: string): void => {
    if (isPackage(said)) compiled += 1;
  };
  const stop = reportWhile(options, () => {
    const progress = wanted === undefined ? '' : `: ${Math.min(compiled, wanted)} of ${wanted} packages compiled`;
    return `building ${label}${progress}`;
  });
  try {
    const answer = await runGo(['build', '-v', '-mod=readonly', ...flags, '-o', output, program.package], module, { ...options, onLine });
    if (answer?.code === 0) return;
    if (options.signal?.aborted === true) {
      throw new BoxcutterError('interrupted', 'interrupted', `Interrupted while building ${name}; what was built is kept.`);
    }
    throw new BoxcutterError('build-failed', 'server', `go build of ${name} failed:\n${lastLines(answer?.output ?? '', 15)}`, {
      hint: 'Building needs the Go module proxy (GOPROXY) and about 2 GB of disk for the modules and the build cache.',
    });
  } finally {
    stop();
  }
}

/** Is there a Go on this machine? */
export async function hasGo(env: Environment): Promise<boolean> {
  return (await runGo(['version'], process.cwd(), { env })) !== undefined;
}
