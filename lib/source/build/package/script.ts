/** From the module of an author to the script of a package that travels. */
import { BoxcutterError } from '../../../errors';
import type { Traveller } from '../../../formats/package-v1/traveller';
import { findEsbuild } from './find-esbuild';
import { beginningIn, type Library, shimIn } from './library';
import { sandboxPlugin } from './sandbox-plugin';

/** Mistakes of the bundler that a message lists. */
const MOST_MISTAKES = 5;

/**
 * The same sources give the same text. Comments that are marked as licences stay at its end.
 * @param folder of the project
 * @throws BoxcutterError category input: `build-no-bundler`, `build-package`
 */
export async function scriptOf(
  folder: string, library: Library, { packageName, className, traits }: Traveller, file: string,
): Promise<string> {
  const esbuild = findEsbuild(folder);
  const quoted = (value: unknown): string => JSON.stringify(value);
  const { outputFiles, errors } = await esbuild.build({
    absWorkingDir: folder,
    stdin: {
      contents: `import ${quoted(shimIn(library, 'globals'))};
        import { renderOf } from ${quoted(beginningIn(library))};
        import * as author from ${quoted(file)};
        globalThis.render = renderOf(author, ${quoted({ packageName, className, traits })});`,
      resolveDir: folder,
      sourcefile: 'render.js',
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'node',
    target: 'es2022',
    minifySyntax: true,
    minifyWhitespace: true,
    // Names of classes and functions may be part of what a package makes.
    keepNames: true,
    // What a module asks for its own place, it asks to read files.
    define: {
      '__dirname': '"/package"', '__filename': '"/package/render.js"',
      'import.meta.dirname': '"/package"', 'import.meta.filename': '"/package/render.js"', 'import.meta.url': '"file:///package/render.js"',
    },
    charset: 'ascii',
    legalComments: 'eof',
    logLevel: 'silent',
    plugins: [sandboxPlugin(library)],
  }).catch((error: unknown) => {
    const { errors: found = [] } = error as { readonly errors?: readonly Mistake[] };
    if (found.length === 0) throw error;
    return { outputFiles: [], errors: found };
  });
  const [output] = outputFiles;
  if (output !== undefined) return output.text;
  const lines = errors.slice(0, MOST_MISTAKES)
    .map(({ text, location }) => (location ? `  ${location.file}:${location.line}: ${text}` : `  ${text}`));
  throw new BoxcutterError('build-package', 'input', `${file} cannot be bundled into one script:\n${lines.join('\n')}`, {
    hint: 'A package that travels includes everything that it imports, except modules of Node.js.',
  });
}

interface Mistake {
  readonly text: string;
  readonly location: { readonly file: string; readonly line: number } | null;
}
