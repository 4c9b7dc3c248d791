import { findingTree, type TreeFinding } from '../../../../lib/catalog/validate';

const error = (line: string, about: Partial<TreeFinding> = {}): TreeFinding => ({ severity: 'error', lines: [line], ...about });

test.each<[string, readonly TreeFinding[], readonly string[]]>([
  ['one finding', [error('one')], ['index:', '└── one']],
  ['several, in their order', [error('b'), error('a')], ['index:', '├── b', '└── a']],
  ['what is below stands behind, sorted, channels before bundles', [
    error('z', { package: 'b', channel: 'c', bundle: 'v1' }), error('y', { package: 'a' }), error('x', { package: 'b', bundle: 'a' }),
    error('w', { package: 'b', channel: 'c' }), error('v'),
  ], [
    'index:',
    '├── v',
    '├── invalid package "a":',
    '│   └── y',
    '└── invalid package "b":',
    '    ├── invalid channel "c":',
    '    │   ├── w',
    '    │   └── invalid bundle "v1":',
    '    │       └── z',
    '    └── invalid bundle "a":',
    '        └── x',
  ]],
  ['lines that belong to a finding', [{ severity: 'error', lines: ['a', '→ do it'] }, error('b')], ['index:', '├── a', '│   → do it', '└── b']],
  ['only warnings: nothing is invalid', [{ severity: 'warning', lines: ['a'], package: 'p' }], ['index:', '└── package "p":', '    └── a']],
  ['names that would steer a terminal', [error('a', { package: '\u001b[2J' })], ['index:', '└── invalid package "\\u001b[2J":', '    └── a']],
])('%s', (_, findings, lines) => {
  expect(findingTree('index', findings)).toEqual(lines);
});
