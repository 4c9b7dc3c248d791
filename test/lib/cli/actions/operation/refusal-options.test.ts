import { refusalOptions } from '../../../../../lib/cli/actions/operation/refusal-options';

test('without options what breaks something is refused, and nothing is waived', () => {
  expect(refusalOptions({})).toEqual({ crdSafety: { policy: 'enforce', waivers: [] }, createNamespace: false, changePackage: false });
});

test('what is given counts; a waiver that is none is bad input', () => {
  const { crdSafety, createNamespace } = refusalOptions({ crdSafety: 'warn', crdWaiver: ['enum:^.spec.mode'], createNamespace: true });
  expect(crdSafety?.policy).toBe('warn');
  expect(crdSafety?.waivers).toHaveLength(1);
  expect(createNamespace).toBe(true);
  expect(() => refusalOptions({ crdWaiver: ['what:is:this:'] })).toThrow(expect.objectContaining({ category: 'input' }));
});
