/** Findings as a tree of packages, channels and bundles, sorted, as `opm validate` prints them. */
import { compareBytes } from '../../api/canonical-json';
import type { Severity } from '../../issue';
import { plain } from '../../plain-text';
import type { About } from './issues';

export type TreeFinding = About & {
  readonly severity: Severity;
  /** As it is shown: a line, and lines that belong to it. */
  readonly lines: readonly string[];
};

interface Node {
  readonly title: string;
  /** An error is in it. */
  isInvalid: boolean;
  readonly leaves: (readonly string[])[];
  readonly below: Map<string, Node>;
}

/**
 * Findings in their order below what they are about.
 * @param root its title, without the colon
 */
export function findingTree(root: string, findings: readonly TreeFinding[]): readonly string[] {
  const top: Node = node(root);
  for (const { severity, package: packageName, channel, bundle, lines } of findings) {
    let at = top;
    for (const [kind, name] of [['package', packageName], ['channel', channel], ['bundle', bundle]] as const) {
      if (name === undefined) continue;
      at = child(at, kind, name);
      at.isInvalid ||= severity === 'error';
    }
    at.leaves.push(lines);
  }
  return [`${root}:`, ...linesBelow(top, '')];
}

function node(title: string): Node {
  return { title, isInvalid: false, leaves: [], below: new Map() };
}

function child(parent: Node, kind: 'package' | 'channel' | 'bundle', name: string): Node {
  // Channels stand before bundles.
  const key = `${kind === 'bundle' ? 1 : 0} ${name}`;
  const known = parent.below.get(key);
  if (known !== undefined) return known;
  const made = node(`${kind} ${plain(JSON.stringify(name))}`);
  parent.below.set(key, made);
  return made;
}

function linesBelow({ leaves, below }: Node, prefix: string): readonly string[] {
  const sorted = [...below].sort(([a], [b]) => compareBytes(a, b)).map(([, one]) => one);
  const parts = [
    ...leaves.map((lines) => ({ lines, node: undefined })),
    ...sorted.map((one) => ({ lines: [`${one.isInvalid ? 'invalid ' : ''}${one.title}:`], node: one })),
  ];
  return parts.flatMap(({ lines, node: one }, index) => {
    const isLast = index === parts.length - 1;
    const inner = `${prefix}${isLast ? '    ' : '│   '}`;
    const [first = '', ...others] = lines;
    return [
      `${prefix}${isLast ? '└── ' : '├── '}${first}`, ...others.map((line) => `${inner}${line}`),
      ...(one === undefined ? [] : linesBelow(one, inner)),
    ];
  });
}
