import type { KubeObject } from '../../api';
import { BoxcutterError } from '../../errors';
import {
  checkPreAuthorization, formatPreAuthorization, permissionObjects, readLiveRbac, requiredPermissions, serviceAccountUser,
  type RbacSubject, type User,
} from '../../runtime';
import { formatFindings } from '../../schema';
import { stringifyYaml } from '../../yaml';
import type { BundleChoices } from '../bundle-input';
import { clusterFacts } from '../cluster-facts';
import { EXIT } from '../exit';
import { readInput } from '../input';
import { paint } from '../output/paint';
import { plain } from '../output/plain';
import { isDocument, printDocument, type OutputFormat } from '../output/print';
import { withCluster, type ConnectionArgs } from '../session';

export interface BundlePermissionsArgs extends ConnectionArgs, BundleChoices {
  readonly path: string;
  readonly stateNamespace?: string | undefined;
  readonly for?: string | undefined;
  readonly engine: 'command' | 'controller';
  readonly grants: 'hold' | 'delegate';
  readonly roleName?: string | undefined;
  readonly check?: string | undefined;
  readonly serviceAccount?: string | undefined;
  readonly output: OutputFormat;
}

export const PERMISSIONS_SCHEMA = 'boxcutter.permissions/v1';
export const PERMISSION_CHECK_SCHEMA = 'boxcutter.permission-check/v1';

/** What the four lists of roles and bindings may take together. */
const READ_MS = 60_000;

const onNote = (text: string): void => void process.stderr.write(`${text}\n`);

/** With an account to check: exit code 1 when it lacks something. */
export async function bundlePermissions(args: BundlePermissionsArgs): Promise<number> {
  const account = args.check !== undefined ? accountOf(args.check, '--check') : args.serviceAccount !== undefined ? namedAccount(args.serviceAccount) : undefined;
  // Only the check reaches the cluster.
  const input = await readInput({ ...args, onNote, ...(account === undefined ? {} : { facts: clusterFacts(args, READ_MS) }) });
  const objects = input.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const { extension } = input.resolved;
  return account === undefined ? print(extension, objects, args) : check(extension, objects, account, args);
}

async function print(extension: string, objects: readonly KubeObject[], args: BundlePermissionsArgs): Promise<number> {
  const { engine, grants, namespace, stateNamespace = namespace, roleName = `${extension}-installer` } = args;
  if (engine === 'command' && stateNamespace === undefined) {
    throw new BoxcutterError('usage-namespace', 'input', 'The state of the extension is kept in Secrets of a namespace, and none is named.', {
      hint: 'Add --namespace NAME, or --state-namespace NAME.',
    });
  }
  const subject = args.for === undefined ? undefined : subjectOf(args.for);
  const { rules, findings } = requiredPermissions(objects, {
    engine,
    grants,
    extension,
    ...(namespace === undefined ? {} : { installNamespace: namespace }),
    ...(stateNamespace === undefined ? {} : { stateNamespace }),
  });
  if (findings.length > 0) onNote(formatFindings(findings));
  const roles = permissionObjects(rules, { name: roleName, ...(subject === undefined ? {} : { subject }) });
  const document = { schema: PERMISSIONS_SCHEMA, extension, engine, grants, rules, objects: roles, findings };
  if (isDocument(args.output)) await printDocument(document, args.output);
  else process.stdout.write(roles.map((role) => stringifyYaml(role as never)).join('---\n'));
  return findings.some(({ severity }) => severity === 'error') ? EXIT.input : EXIT.done;
}

async function check(extension: string, objects: readonly KubeObject[], user: User, args: BundlePermissionsArgs): Promise<number> {
  const result = await withCluster(args, READ_MS, async ({ cluster }) => {
    const [live, kinds] = await Promise.all([readLiveRbac(cluster), cluster.kinds()]);
    const installNamespace = args.namespace ?? cluster.defaultNamespace;
    return checkPreAuthorization(objects, user, live, { extension, installNamespace, kinds });
  });
  const message = formatPreAuthorization(result);
  if (isDocument(args.output)) {
    const allowed = message === undefined;
    await printDocument({ schema: PERMISSION_CHECK_SCHEMA, extension, user: user.name, allowed, ...result }, args.output);
  } else {
    const { green, red } = paint(process.stdout);
    const [first = '', ...rest] = plain(message ?? '').split('\n');
    const lines = message === undefined ? [green(`${user.name} may install ${extension}`)] : [red(first), ...rest];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return message === undefined ? EXIT.done : EXIT.failed;
}

const ACCOUNT = /^system:serviceaccount:([^:/]+):([^:/]+)$/;

function accountOf(text: string, option: string): User {
  const [, namespace, name] = ACCOUNT.exec(text) ?? [];
  if (namespace !== undefined && name !== undefined) return serviceAccountUser(namespace, name);
  throw new BoxcutterError('usage-account', 'input', `${option} ${text} names no service account.`, {
    hint: 'Write it as system:serviceaccount:NAMESPACE:NAME.',
  });
}

function namedAccount(text: string): User {
  const [namespace = '', name = '', ...more] = text.split('/');
  if (namespace !== '' && name !== '' && more.length === 0) return serviceAccountUser(namespace, name);
  throw new BoxcutterError('usage-account', 'input', `--service-account ${text} names no service account.`, { hint: 'Write it as NAMESPACE/NAME.' });
}

function subjectOf(text: string): RbacSubject {
  const [, namespace, account] = ACCOUNT.exec(text) ?? [];
  if (namespace !== undefined && account !== undefined) return { kind: 'ServiceAccount', name: account, namespace };
  const [, kind, name] = /^(user|group):(.+)$/.exec(text) ?? [];
  if (name !== undefined) return { kind: kind === 'user' ? 'User' : 'Group', name };
  throw new BoxcutterError('usage-account', 'input', `--for ${text} names nobody.`, { hint: 'Write system:serviceaccount:NAMESPACE:NAME, user:NAME or group:NAME.' });
}
