import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { layering } from './tools/layers.mjs';

/** File and folder names are kebab-case, so that a name is the same on every file system. */
const kebabCaseFiles = {
  meta: { type: 'suggestion', schema: [], messages: { name: 'Name files in kebab-case: "{{name}}".' } },
  create(context) {
    const name = context.filename.split(/[\\/]/).at(-1);
    return {
      Program(node) {
        if (!/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(name)) {
          context.report({ node, messageId: 'name', data: { name } });
        }
      },
    };
  },
};

export default [
  {
    ignores: [
      'dist/', 'node_modules/', 'coverage/', 'site/', 'imports/', 'examples/*/dist/', 'examples/*/node_modules/', 'bench/results/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  // Everything: what is a mistake anywhere, and the shape of files.
  {
    files: ['**/*.ts', '**/*.mjs'],
    plugins: { local: { rules: { 'kebab-case-files': kebabCaseFiles } }, 'import-x': importX },
    rules: {
      'eqeqeq': ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'max-len': ['error', { code: 150, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true }],
      'local/kebab-case-files': 'error',
      'import-x/no-duplicates': 'error',
    },
  },

  // TypeScript, with the types at hand.
  ...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['test', 'describe', 'it'], package: 'node:test' }] },
      ],
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },

  // What ships.
  {
    files: ['lib/**/*.ts', 'constructs/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
      'no-console': 'error',
      'import-x/no-default-export': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'typeLike', format: ['PascalCase'] },
        { selector: 'function', format: ['camelCase'] },
        { selector: 'variable', format: ['camelCase', 'UPPER_CASE'], leadingUnderscore: 'allow' },
        { selector: 'variable', modifiers: ['destructured'], format: null },
        { selector: 'classMethod', format: ['camelCase'] },
      ],
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' }],
    },
  },
  // Lines are short, strings and comments included. What is generated has lines as long as its names.
  {
    files: [
      '*.{ts,mjs}',
      '.projenrc.ts',
      ...['lib', 'constructs', 'bench', 'examples', 'tools', 'test/package', 'test/tools'].map((folder) => `${folder}/**/*.{ts,mjs}`),
    ],
    ignores: ['lib/kube/**/*.ts', 'examples/*/imports/**'],
    rules: { 'max-len': ['error', { code: 140, ignoreUrls: true }] },
  },
  {
    files: ['lib/cli/**/*.ts'],
    ignores: ['lib/cli/output/terminal/sink.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
        {
          selector: "MemberExpression[object.object.name='process'][object.property.name=/^std(out|err)$/][property.name='write']",
          message: 'Print with lib/cli/output/terminal/sink.ts: it lets no control character of others through to the terminal.',
        },
      ],
    },
  },
  {
    files: ['constructs/**/*.ts'],
    // Static factories stand for the variants of a thing, as in cdk8s: Probe.condition(), and enums as constants of a class.
    rules: { '@typescript-eslint/naming-convention': 'off' },
  },
  ...layering,
];
