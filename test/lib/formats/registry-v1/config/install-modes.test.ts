/** The table of install modes (docs/requirements.md, configuration), row by row. */
import type { JsonObject } from '../../../../../lib/api';
import { type InstallModeType, targetNamespaces } from '../../../../../lib/bundle';
import { configSchemaOf } from '../../../../../lib/formats/config';
import { watchNamespaceRule } from '../../../../../lib/formats/registry-v1/config/install-modes';
import { INSTALL_NAMESPACE, makeBundle, only, render } from '../render/make';

const all = 'AllNamespaces';
const single = 'SingleNamespace';
const own = 'OwnNamespace';

/** What a configuration of a bundle leads to: the namespaces that its operator watches, or the message. */
function watched(modes: readonly InstallModeType[], config: JsonObject | undefined): string {
  const bundle = makeBundle({ modes });
  const { findings, objects } = render(bundle, config === undefined ? {} : { config });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return errors.map(({ message }) => message.replace(/^invalid bundle configuration: /, '')).join('; ');
  const deployment = only(objects.map(({ manifest }) => manifest), 'Deployment') as unknown as { spec: { template: { metadata: { annotations: Record<string, string> } } } };
  return `watches ${deployment.spec.template.metadata.annotations['olm.targetNamespaces'] || 'all'}`;
}

const missing = "missing required field 'watchNamespace'";
const unknown = "unknown key 'watchNamespace'";
const notInstall = (value: string) => `invalid value for field 'watchNamespace' must be the name of a namespace other than the install namespace "${INSTALL_NAMESPACE}" but got "${value}"`;
const install = (value: string) => `invalid value for field 'watchNamespace' must be the install namespace "${INSTALL_NAMESPACE}" but got "${value}"`;
const none = "bundle 'demo.v1.0.0' must support at least one of the install modes AllNamespaces, SingleNamespace, OwnNamespace";

describe.each<{ modes: readonly InstallModeType[]; unset: string; isNull: string; installNamespace: string; other: string }>([
  { modes: [], unset: none, isNull: none, installNamespace: unknown, other: unknown },
  { modes: [own], unset: missing, isNull: missing, installNamespace: 'watches demo-system', other: install('other') },
  { modes: [single], unset: missing, isNull: missing, installNamespace: notInstall('demo-system'), other: 'watches other' },
  { modes: [single, own], unset: missing, isNull: missing, installNamespace: 'watches demo-system', other: 'watches other' },
  { modes: [all], unset: 'watches all', isNull: 'watches all', installNamespace: unknown, other: unknown },
  { modes: [all, own], unset: 'watches all', isNull: 'watches all', installNamespace: 'watches demo-system', other: install('other') },
  { modes: [all, single], unset: 'watches all', isNull: 'watches all', installNamespace: notInstall('demo-system'), other: 'watches other' },
  { modes: [all, single, own], unset: 'watches all', isNull: 'watches all', installNamespace: 'watches demo-system', other: 'watches other' },
])('a bundle that supports $modes', ({ modes, unset, isNull, installNamespace, other }) => {
  // MultiNamespace cannot be configured, and changes nothing.
  test.each([[modes], [[...modes, 'MultiNamespace' as const]]])('%s', (supported) => {
    const more = supported.length === modes.length ? '' : '; it has only MultiNamespace';
    const full = (message: string): string => (message === none && modes.length === 0 ? `${message}${more}` : message);
    expect(watched(supported, undefined)).toBe(full(unset));
    expect(watched(supported, {})).toBe(full(unset));
    expect(watched(supported, { watchNamespace: null })).toBe(full(isNull));
    expect(watched(supported, { watchNamespace: INSTALL_NAMESPACE })).toBe(installNamespace);
    expect(watched(supported, { watchNamespace: 'other' })).toBe(other);
  });
});

describe('an upgrade never changes silently what an operator watches', () => {
  test.each<[string, InstallModeType[], InstallModeType[], JsonObject, string, string]>([
    ['it can watch all namespaces now, and goes on watching its own', [own], [all, own], { watchNamespace: INSTALL_NAMESPACE }, 'watches demo-system', 'watches demo-system'],
    ['it can watch all namespaces now, and nothing but its own was ever allowed unasked', [own], [all, own], {}, missing, 'watches all'],
    ['it cannot watch all namespaces any more', [all], [own, single], {}, 'watches all', missing],
    ['it can only watch all namespaces now', [all, own], [all], { watchNamespace: INSTALL_NAMESPACE }, 'watches demo-system', unknown],
    ['it cannot watch its own any more', [own, single], [single], { watchNamespace: INSTALL_NAMESPACE }, 'watches demo-system', notInstall('demo-system')],
  ])('%s', (_, before, after, config, first, then) => {
    expect(watched(before, config)).toBe(first);
    expect(watched(after, config)).toBe(then);
  });
});

describe('target namespaces of a configuration that was not checked', () => {
  const message = (modes: readonly InstallModeType[], config: JsonObject): unknown => {
    const { findings, namespaces } = targetNamespaces(makeBundle({ modes }), INSTALL_NAMESPACE, config);
    return namespaces ?? findings.map(({ code, path, origin, message: text }) => [code, path, origin, text]);
  };
  const refused = (text: string) => [['unsupported-target-namespace', 'watchNamespace', 'manifests/demo.yaml', text]];

  test.each<[string, InstallModeType[], JsonObject, unknown]>([
    ['all by default', [all, own], {}, ['']],
    ['none by default', [own], {}, refused('invalid target namespaces []: exactly one target namespace must be specified')],
    ['its own', [single], { watchNamespace: INSTALL_NAMESPACE },
      refused('invalid target namespaces [demo-system]: supported install modes [SingleNamespace] do not support targeting own namespace')],
    ['another one', [all, own], { watchNamespace: 'x' },
      refused('invalid target namespaces [x]: supported install modes [AllNamespaces OwnNamespace] do not support target namespaces [x]')],
  ])('%s', (_, modes, config, expected) => {
    expect(message(modes, config)).toEqual(expected);
  });
});

test('a mode that is listed as not supported is none', () => {
  const bundle = makeBundle();
  const csv = { ...bundle.csv, installModes: [{ type: all, supported: true }, { type: own, supported: false }] as const };
  expect(watchNamespaceRule({ ...bundle, csv })).toBe('not-configurable');
});

test('the schema says what the table says', () => {
  const property = (modes: readonly InstallModeType[]): JsonObject => configSchemaOf(makeBundle({ modes })) ?? {};
  expect(property([own])).toMatchObject({ required: ['watchNamespace'], properties: { watchNamespace: { type: 'string', format: 'isInstallNamespace' } } });
  expect(property([single])).toMatchObject({ required: ['watchNamespace'], properties: { watchNamespace: { type: 'string', format: 'isNotInstallNamespace' } } });
  const anywhere = { type: ['string', 'null'], pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 };
  expect(property([all, single, own])).toMatchObject({ properties: { watchNamespace: anywhere } });
  expect(property([all, single, own])).not.toHaveProperty('required');
  expect(property([all])['properties']).not.toHaveProperty('watchNamespace');
});
