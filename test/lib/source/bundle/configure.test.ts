/** What a bundle is configured with: namespace and configuration, at an installation and at an upgrade. */
import type { RecordedChoices } from '../../../../lib/api';
import { configure } from '../../../../lib/source';
import { installNamespaceOf } from '../../../../lib/source/bundle/configure';
import { guestbook, render, sourceOf } from './operator';

describe('where it is installed', () => {
  test('in the namespace that is given', () => {
    expect(installNamespaceOf(guestbook, { namespace: 'shop' })).toBe('shop');
  });

  test('nowhere else: not in that of the context, from which an upgrade could move it', async () => {
    const facts = jest.fn();
    const refused = configure(sourceOf(guestbook), {}, { facts, onNote: () => undefined });
    await expect(refused).rejects.toMatchObject({
      code: 'usage-namespace', category: 'input', message: expect.stringContaining('guestbook-operator.v1.4.0'), hint: 'Add --namespace NAME.',
    });
    expect(facts).not.toHaveBeenCalled();
  });
});

describe('the configuration at an upgrade', () => {
  const before: RecordedChoices = {
    packageName: 'web',
    config: { watchNamespace: 'keda', deploymentConfig: { env: [{ name: 'TOKEN', value: 'hunter2' }] } },
  };

  test('given before, not given now: refused with the keys and the three ways, and without a value', async () => {
    const error = await render({}, before).catch((thrown: unknown) => thrown as Error & { hint: string; details: object });
    expect(error).toMatchObject({
      code: 'config-not-given', category: 'input',
      message: expect.stringContaining('Extension "web" is configured (watchNamespace, deploymentConfig.env), but no configuration is given now.'),
      hint: expect.stringMatching(/--set, .*--reuse-config, .*--reset-config/),
      details: { keys: ['watchNamespace', 'deploymentConfig.env'] },
    });
    const { message, hint, details } = error as Error & { hint: string; details: object };
    expect(JSON.stringify([message, hint, details])).not.toMatch(/hunter2|"keda"/);
  });

  test.each<[string, RecordedChoices | undefined]>([
    ['it is installed for the first time', undefined],
    ['it was installed without', { packageName: 'web', config: {} }],
    ['it was installed when that was not recorded yet', { packageName: 'web' }],
  ])('not given, and %s: nothing is refused', async (_when, recorded) => {
    await expect(render({}, recorded)).resolves.toEqual({ config: {}, notes: [] });
  });

  test('given again: that is the configuration, and what is left out is said', async () => {
    const given = { set: ['watchNamespace=other'] };
    await expect(render(given, before)).resolves.toEqual({
      config: { watchNamespace: 'other' },
      notes: [expect.stringMatching(/^No longer configured: deploymentConfig\.env\. /)],
    });
  });

  test('the same again says nothing', async () => {
    await expect(render({ set: ['watchNamespace=keda'] }, {
      packageName: 'web',
      config: { watchNamespace: 'keda' },
    })).resolves.toMatchObject({ notes: [] });
  });

  test('--reuse-config: what is on record, with what is given over it; a list is changed in its place', async () => {
    await expect(render({ reuseConfig: true }, before)).resolves.toEqual({ config: before.config, notes: [] });
    const changed = render({ reuseConfig: true, set: ['deploymentConfig.env[0].value=changed'] }, before);
    await expect(changed).resolves.toMatchObject({ config: {
      watchNamespace: 'keda',
      deploymentConfig: { env: [{ name: 'TOKEN', value: 'changed' }] },
    } });
  });

  test('--reuse-config of what is not on record is refused; at the first installation there is nothing to reuse', async () => {
    await expect(render({ reuseConfig: true }, { packageName: 'web' })).rejects.toMatchObject({ code: 'config-unknown', category: 'input' });
    await expect(render({ reuseConfig: true }, undefined)).resolves.toMatchObject({ config: {} });
  });

  test('--reset-config: none, or what is given, without a word about the rest', async () => {
    await expect(render({ resetConfig: true }, before)).resolves.toEqual({ config: {}, notes: [] });
    await expect(render({
      resetConfig: true,
      set: ['watchNamespace=other'],
    }, before)).resolves.toEqual({ config: { watchNamespace: 'other' }, notes: [] });
  });

  test('of another package: refused before anything else; with --change-package nothing of it is taken', async () => {
    await expect(render({}, { ...before, packageName: 'keda' })).rejects.toMatchObject({
      code: 'package-differs',
      message: expect.stringMatching(/is package keda, and this is package web/),
    });
    await expect(render({ changePackage: true }, { ...before, packageName: 'keda' })).resolves.toEqual({ config: {}, notes: [] });
  });
});
