import type { KubeObject } from '../../../api';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';
import {
  checkPreAuthorization, formatLacking, formatPreAuthorization, lackingPermissions, permissionObjects, readLiveRbac, requiredPermissions,
  serviceAccountUser, type RbacSubject, type User,
} from '../../../runtime';
import { isError, formatFindings } from '../../../issue';
import { stringifyYaml } from '../../../yaml';
import type { BundlePermissionsArgs } from '../../commands/bundle/permissions';
import { EXIT } from '../../exit';
import { readRevision } from '../../../source';
import { paint } from '../../output/terminal/paint';
import { isDocument, printDocument } from '../../output/print';
import { connected, type Connection } from '../../session';
import { factsOf } from '../../surroundings';
import { note } from '../../output/note';
import { printLines, printText } from '../../output/terminal/sink';

export const PERMISSIONS_SCHEMA = 'boxcutter.permissions/v1';
export const PERMISSION_CHECK_SCHEMA = 'boxcutter.permission-check/v1';

/** What the four lists of roles and bindings may take together. */
const READ_MS = 60_000;

/** With an account to check: exit code 1 when it lacks something. */
export function bundlePermissions(args: BundlePermissionsArgs): Promise<number> {
  return connected(args, (connection) => permissionsOver(connection, args));
}

async function permissionsOver(connection: Connection, args: BundlePermissionsArgs): Promise<number> {
  const account = args.check === undefined ? undefined : accountOf(args.check);
  if (account === undefined && args.engine === 'olm') {
    throw new BoxcutterError('usage-engine', 'input', 'The permissions that OLM needs can be checked, but not printed.', {
      hint: 'Add --check ACCOUNT; or leave --engine olm out, to print what boxcutter needs.',
    });
  }
  // Only the check reaches the cluster.
  const facts = account === undefined ? {} : { facts: factsOf(connection, READ_MS) };
  const { resolved } = await readRevision(args.path, args, { onNote: note, ...facts });
  const objects = resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const { extension } = resolved;
  return account === undefined ? print(extension, objects, args) : check(connection, extension, objects, account, args);
}

async function print(extension: string, objects: readonly KubeObject[], args: BundlePermissionsArgs): Promise<number> {
  const { grants, namespace, stateNamespace = namespace } = args;
  const engine = args.engine === 'olm' ? 'command' : args.engine;
  if (engine === 'command' && stateNamespace === undefined) {
    const unnamed = 'Boxcutter keeps the state of the extension in Secrets of a namespace, and no namespace is named.';
    throw new BoxcutterError('usage-namespace', 'input', unnamed, {
      hint: 'Add --namespace NAME, or --state-namespace NAME.',
    });
  }
  const subject = args.for === undefined ? undefined : subjectOf(args.for);
  const { rules, findings } = requiredPermissions(objects, {
    engine,
    grants,
    extension,
    ...defined({ installNamespace: namespace, stateNamespace }),
  });
  if (findings.length > 0) printLines(formatFindings(findings).split('\n'), process.stderr);
  const { roleName = roleNameOf(extension, subject) } = args;
  const roles = permissionObjects(rules, { name: roleName, ...defined({ subject }) });
  const document = { schema: PERMISSIONS_SCHEMA, extension, engine, grants, rules, objects: roles, findings };
  if (isDocument(args.output)) await printDocument(document, args.output);
  else printText(roles.map((role) => stringifyYaml(role as never)).join('---\n'));
  return findings.some(isError) ? EXIT.input : EXIT.done;
}

async function check(
  connection: Connection,
  extension: string,
  objects: readonly KubeObject[],
  user: User,
  args: BundlePermissionsArgs,
): Promise<number> {
  const { engine, grants } = args;
  const { missing, unknown, errors, findings } = await connection.session(READ_MS, async ({ cluster }) => {
    const [live, kinds] = await Promise.all([readLiveRbac(cluster), cluster.kinds()]);
    const installNamespace = args.namespace ?? cluster.defaultNamespace;
    if (engine === 'olm') return { ...checkPreAuthorization(objects, user, live, { extension, installNamespace, kinds }), findings: [] };
    const { stateNamespace = installNamespace } = args;
    return lackingPermissions(objects, user, live, { engine, grants, extension, installNamespace, stateNamespace, kinds });
  });
  if (findings.length > 0) printLines(formatFindings(findings).split('\n'), process.stderr);
  const message = engine === 'olm' ? formatPreAuthorization({ missing, unknown }) : formatLacking({ missing, unknown });
  if (isDocument(args.output)) {
    const allowed = message === undefined;
    await printDocument({ schema: PERMISSION_CHECK_SCHEMA, extension, user: user.name, engine, allowed, missing, errors }, args.output);
  } else {
    const { green, red } = paint(process.stdout);
    const missing = (message ?? '').split('\n').map((line) => `  ${line}`);
    const who = `${user.name} may ${message === undefined ? '' : 'not '}install ${extension} with ${ENGINES[engine]}`;
    const refused = `${who}${engine === 'olm' ? '' : '; it lacks'}:`;
    printLines(message === undefined ? [green(who)] : [red(refused), ...missing]);
  }
  return message === undefined ? EXIT.done : EXIT.failed;
}

/** Who would install. */
const ENGINES = {
  'command': 'boxcutter apply', 'controller': 'the controller of boxcutter',
  'service-account': 'spec.serviceAccount of a ClusterExtension', 'olm': 'OLM',
} as const;

const ACCOUNT = /^system:serviceaccount:([^:/]+):([^:/]+)$/;

/** The two ways to write an account: as the API server knows it, and in short. */
function accountNamed(text: string): { readonly namespace: string; readonly name: string } | undefined {
  const [, namespace, name] = ACCOUNT.exec(text) ?? /^([^:/]+)\/([^:/]+)$/.exec(text) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}

function accountOf(text: string): User {
  const account = accountNamed(text);
  if (account !== undefined) return serviceAccountUser(account.namespace, account.name);
  throw new BoxcutterError('usage-account', 'input', `--check ${text} names no service account.`, {
    hint: 'Write it as NAMESPACE/NAME, or as system:serviceaccount:NAMESPACE:NAME.',
  });
}

function subjectOf(text: string): RbacSubject {
  const account = accountNamed(text);
  if (account !== undefined) return { kind: 'ServiceAccount', ...account };
  const [, kind, name] = /^(user|group):(.+)$/.exec(text) ?? [];
  if (name !== undefined) return { kind: kind === 'user' ? 'User' : 'Group', name };
  throw new BoxcutterError('usage-account', 'input', `--for ${text} names neither a service account nor a user or group.`, {
    hint: 'Write NAMESPACE/NAME for a service account (or system:serviceaccount:NAMESPACE:NAME), user:NAME or group:NAME.',
  });
}

/** Each subject has roles of its own: those of a second one would take the place of the first one's bindings. */
function roleNameOf(extension: string, subject: RbacSubject | undefined): string {
  if (subject === undefined) return `${extension}-installer`;
  const { kind, name, namespace } = subject;
  const who = kind === 'ServiceAccount' ? ['sa', namespace ?? '', name] : [kind.toLowerCase(), name];
  // All that may not stand in the name of a role.
  return `${extension}-installer:${who.join(':').replace(/[/%]/g, '-')}`;
}
