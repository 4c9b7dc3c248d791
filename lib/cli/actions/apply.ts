import type { CollisionProtection } from '../../api';
import { applyRevision, fitToServer } from '../../runtime';
import { readInput } from '../input';
import { parseDuration, withCluster } from '../session';
import { operate, type OperateArgs } from './operate';

export interface ApplyArgs extends OperateArgs {
  readonly path: string;
  readonly name?: string | undefined;
  readonly preflight: 'never' | 'new-content' | 'always';
  readonly skipUnserved: boolean;
  readonly collisionProtection?: CollisionProtection | undefined;
  readonly kubernetesVersion?: string | undefined;
}

export async function apply(args: ApplyArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const onNote = (text: string): void => void process.stderr.write(`${text}\n`);
  const input = await readInput({ ...args, onNote });
  return withCluster(args, timeoutMs, async (session) => {
    const { namespace, skipUnserved } = args;
    const resolved = await fitToServer(input.resolved, session.cluster, { ...(namespace === undefined ? {} : { namespace }), skipUnserved, onNote });
    return operate(args, session, {
      command: 'apply',
      title: `Applying ${resolved.extension}`,
      startedMs,
      run: (options) => applyRevision(resolved, { ...options, preflight: args.dryRun ? 'always' : args.preflight }),
    });
  });
}
