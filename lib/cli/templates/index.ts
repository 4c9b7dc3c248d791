/**
 * The files of a new project (`boxcutter init`). Plain functions from a name to text: they are bundled with the command, which
 * ships no other files.
 */
import { gitignore, manifest, readme, synthConfig, tsconfig } from './configuration';
import type { ProjectOptions } from './options';
import { mainSource, packageSource, testSource } from './sources';

/** Path and text of each file. */
export function projectFiles(options: ProjectOptions): ReadonlyMap<string, string> {
  const { name } = options;
  const typeName = pascalCase(name);
  return new Map([
    ['package.json', manifest(options)],
    ['cdk8s.yaml', synthConfig()],
    ['tsconfig.json', tsconfig()],
    ['.gitignore', gitignore()],
    ['README.md', readme(name)],
    ['main.ts', mainSource(name, typeName)],
    [`${name}.ts`, packageSource(name, typeName)],
    [`${name}.test.ts`, testSource(name, typeName)],
  ]);
}

/** `my-operator` as the name of a class: `MyOperator`. */
function pascalCase(name: string): string {
  const words = name.split('-').filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(joined) ? `Package${joined}` : joined;
}
