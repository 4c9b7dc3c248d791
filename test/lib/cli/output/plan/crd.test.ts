/** How a plan shows what new forms of definitions may break, and the namespaces that it would make. */
import { COMMAND_WORDS } from '../../../../../lib/cli/command-line/hints';
import picocolors from 'picocolors';
import { verdict } from '../../../../../lib/cli/actions/operation/show-plan';
import { renderPlan } from '../../../../../lib/cli/output/plan/plan';
import { checkCrdUpgrade, type CrdUpgrade, type Plan } from '../../../../../lib/runtime';
import { definition, specOf } from '../../../guards/crd-safety/definitions';

const paint = picocolors.createColors(false);
const upgradeOf = (crd: string, count: number, before: object, after: object): CrdUpgrade => {
  const schema = (x: object) => definition({ v1: specOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, x as never]))) });
  return { crd, issues: checkCrdUpgrade(schema(before), schema(after)) };
};
const planOf = (more: Partial<Plan>): Plan => ({
  extension: 'shop', revision: 2, newRevision: true, current: { revision: 1 }, removals: [], warnings: [], crdUpgrades: [], crdRefused: false, changes: true, paused: false, dataLoss: false, digest: '',
  phases: [{
    name: 'deploy',
    objects: [{
      ref: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'as.example.com' },
      action: 'change',
      changes: [],
    }],
  }],
  ...more,
});
const draw = (plan: Plan, full = false): readonly string[] => renderPlan(plan, { paint, full, words: COMMAND_WORDS });

test('issues by definition, and last that an apply stops, with the words that let it pass', () => {
  const crdUpgrades = [
    upgradeOf('as.example.com', 1, { maximum: 5 }, { maximum: 3 }),
    upgradeOf('bs.example.com', 1, {}, { minLength: 1 }),
  ];
  const lines = draw(planOf({ crdUpgrades, crdRefused: true }));
  const from = lines.indexOf('What the changed definitions may break');
  expect(lines.slice(from, from + 5)).toEqual([
    'What the changed definitions may break',
    '  CustomResourceDefinition as.example.com: 1 error',
    '    ✗ v1: ^.spec.f0: maximum: maximum decreased : 5 -> 3',
    '  CustomResourceDefinition bs.example.com: 1 warning',
    '    ! v1: ^.spec.f0: minLength: minimum constraint added when there was none previously : 1',
  ]);
  expect(lines.slice(-2)).toEqual([
    '  ! The changed definitions would break existing objects or their users: an apply stops before it writes anything.',
    "    To see each with its safe alternative: boxcutter crd check cluster PATH. To apply it nevertheless: --crd-waiver 'maximum:^.spec.f0'",
  ]);
});

test('forty issues, errors first, and how many more; all of them, with the safe alternative, when all is wanted', () => {
  const { issues: warnings } = upgradeOf('as.example.com', 45, {}, { minLength: 1 });
  const { issues: errors } = upgradeOf('as.example.com', 1, { maximum: 5 }, { maximum: 3 });
  const plan = planOf({
    crdUpgrades: [{ crd: 'as.example.com', issues: [...warnings, ...errors] }, upgradeOf('bs.example.com', 2, {}, { minLength: 1 })],
    crdRefused: true,
  });
  const shown = draw(plan).filter((line) => /^ {4}[✗!]/.test(line) && !line.includes('Look at each'));
  expect([shown.length, shown[0]?.slice(4, 5)]).toEqual([40, '✗']);
  expect(draw(plan)).toContain('  ... and 8 more; boxcutter plan --full shows all of them');
  expect(draw(plan, true).filter((line) => /^ {4}[✗!]/.test(line))).toHaveLength(48);
  expect(draw(plan, true).join('\n')).toContain('Stored objects that break it can be updated');
});

test('warnings stop nothing; a refusal is bad input, unless the extension is paused and nothing would be written anyway', () => {
  const crdUpgrades = [upgradeOf('as.example.com', 1, {}, { minLength: 1 })];
  expect(draw(planOf({ crdUpgrades })).join('\n')).not.toContain('an apply stops');
  expect(verdict(planOf({ crdUpgrades }), undefined).exit).toBe(10);
  expect(verdict(planOf({ crdRefused: true }), undefined).exit).toBe(2);
  expect(verdict(planOf({ crdRefused: true, paused: true }), undefined).exit).toBe(3);
});

test('namespaces that would be made are said first', () => {
  expect(draw(planOf({ newNamespaces: ['shop'] }))[1])
    .toBe('Namespace shop would be created first; it stays when the extension is deleted.');
});
