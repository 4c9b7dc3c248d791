import { refusalOptions, type RefusalArgs } from '../../../../../lib/cli/actions/operation/refusal-options';

test('without options what breaks something is refused, and nothing is waived', () => {
  expect(refusalOptions({})).toEqual({
    crdSafety: { policy: 'enforce', waivers: [] }, createNamespace: false, checkPermissions: false, changePackage: false, takeOverCrds: false, ignoreUpgradeGate: false,
  });
});

test('what is given counts; a waiver that is none is bad input', () => {
  const given: RefusalArgs = { crdSafety: 'warn', crdWaiver: ['enum:^.spec.mode'], createNamespace: true, checkPermissions: true };
  const { crdSafety, createNamespace, checkPermissions } = refusalOptions(given);
  expect(crdSafety?.policy).toBe('warn');
  expect(crdSafety?.waivers).toHaveLength(1);
  expect([createNamespace, checkPermissions]).toEqual([true, true]);
  expect(() => refusalOptions({ crdWaiver: ['what:is:this:'] })).toThrow(expect.objectContaining({ category: 'input' }));
});
