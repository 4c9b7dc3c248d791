/** What was recorded by nobody knows whom: what of it counts, and that what is made of it says so. */
import type { RecordedChoices } from '../../../../lib/api';
import { compile, configure, type Choices } from '../../../../lib/source';
import { bundleWith, modes, sourceOf } from './operator';

const operator = bundleWith({ installModes: modes });
const untrusted = { secret: 'shop/boxcutter-content.web.1', why: 'seal-wrong' } as const;
const recorded: RecordedChoices = { config: { watchNamespace: 'till' }, certificates: 'service-ca', untrusted };

async function resolved(choices: Choices, found: RecordedChoices) {
  const surroundings = { onNote: () => undefined, recorded: () => Promise.resolve(found) };
  return (await compile(await configure(sourceOf(operator), { namespace: 'shop', ...choices }, surroundings), surroundings)).resolved;
}

test('a configuration that is reused carries on that it is not trusted', async () => {
  await expect(resolved({ reuseConfig: true }, recorded)).resolves.toMatchObject({ config: { watchNamespace: 'till' }, untrusted });
  await expect(resolved({ reuseConfig: true, set: ['watchNamespace=mall'] }, recorded)).resolves.toMatchObject({ untrusted });
  const { untrusted: _untrusted, ...trusted } = recorded;
  expect(await resolved({ reuseConfig: true }, trusted)).not.toHaveProperty('untrusted');
});

test('of an adopted release, who installs is told whose it is', async () => {
  const notes: string[] = [];
  const found: RecordedChoices = { ...recorded, untrusted: { secret: 'shop/sh.helm.release.v1.web.v1', why: 'release' } };
  const surroundings = { onNote: (note: string) => void notes.push(note), recorded: () => Promise.resolve(found) };
  await configure(sourceOf(operator), { namespace: 'shop', reuseConfig: true, certificates: 'cert-manager' }, surroundings);
  expect(notes.join('\n')).toContain('what the release of Helm in shop/sh.helm.release.v1.web.v1 said when it was adopted');
  notes.length = 0;
  await configure(sourceOf(operator), { namespace: 'shop', set: ['watchNamespace=mall'], certificates: 'cert-manager' }, surroundings);
  expect(notes.join('\n')).not.toContain('release of Helm');
});

test('a configuration that is given is the caller\'s own', async () => {
  expect(await resolved({ set: ['watchNamespace=mall'] }, recorded)).not.toHaveProperty('untrusted');
  expect(await resolved({ resetConfig: true }, recorded)).not.toHaveProperty('untrusted');
});
