/** The kubectl of users, for commands as they stand in documents. */
import { spawn } from 'node:child_process';
import { goTool } from '../../support/go-tool';

export interface KubectlAnswer {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a line as a shell would: words in single or double quotes are one word. */
export function kubectlLine(line: string, kubeconfig: string, stdin = ''): Promise<KubectlAnswer> {
  const words = [...line.replaceAll('\\\n', ' ').matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  if (words[0] !== 'kubectl') throw new Error(`not a line of kubectl: ${line}`);
  const child = spawn(goTool('kubectl'), words.slice(1), { env: { ...process.env, KUBECONFIG: kubeconfig }, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(stdin);
  return new Promise((resolve) => void child.once('close', (code) => resolve({ code, output })));
}
