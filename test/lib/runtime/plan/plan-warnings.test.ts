/** What an operator should know before a plan is carried out. */
import type { JsonValue, KubeObject, ObjectRef } from '../../../../lib/api';
import type { Answer } from '../../../../lib/engine';
import type { PlannedObject } from '../../../../lib/runtime/plan/planned-object';
import { warningsOf, webhookWarnings } from '../../../../lib/runtime/plan/plan-warnings';

const deployment: ObjectRef = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' };

describe('fields that another client changed', () => {
  const recovered = (...changes: readonly (readonly [path: string, manager: string])[]): PlannedObject =>
    ({ ref: deployment, action: 'recover', interference: changes.map(([path, manager]) => ({ path, manager })) }) as unknown as PlannedObject;

  test('a controller will do so again', () => {
    expect(warningsOf([recovered(['spec.replicas', 'hpa'])])).toEqual([{
      code: 'contested',
      ref: deployment,
      message: 'hpa changed spec.replicas of Deployment shop/web and may do so again.',
      hint: 'If it should decide the field, leave it out of the package.',
    }]);
  });

  test('people changed it once: that is no warning, and their fields are not named beside those of a controller', () => {
    expect(warningsOf([recovered(['spec.paused', 'kubectl-edit'])])).toEqual([]);
    expect(warningsOf([recovered(['spec.paused', 'kubectl-edit'], ['spec.replicas', 'hpa'])])[0]?.message).not.toContain('spec.paused');
  });

  test('of many fields three are named', () => {
    const [warning] = warningsOf([recovered(['a', 'x'], ['b', 'x'], ['c', 'y'], ['d', 'y'])]);
    expect(warning?.message).toMatch(/^x, y changed a, b, c and 1 more of/);
    expect(warning?.hint).toMatch(/^If they should decide the field/);
  });
});

describe('webhooks whose Service is not there', () => {
  const service = { name: 'hooks', namespace: 'shop' };
  const webhook = (content: { readonly [key: string]: JsonValue }): KubeObject => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'checks' },
    webhooks: [content],
  });
  const asked: string[] = [];
  const reader = (answer: Answer) => ({
    get: (ref: ObjectRef): Promise<Answer> => {
      asked.push(ref.name);
      return Promise.resolve(answer);
    },
  });
  beforeEach(() => void (asked.length = 0));

  test('neither in the revision nor on the cluster: what it is asked about will be refused', async () => {
    const hook = webhook({ clientConfig: { service } });
    const warnings = await webhookWarnings([hook, { ...hook, metadata: { name: 'more' } }], reader({ type: 'gone' }));
    expect(warnings).toMatchObject([{ code: 'webhook-without-service', ref: { name: expect.any(String) as string } }]);
    expect(warnings[0]?.message).toContain('calls Service shop/hooks, which does not exist');
    expect(asked).toEqual(['hooks']);
  });

  test.each<[string, readonly KubeObject[], Answer]>([
    ['it comes with the revision', [webhook({ clientConfig: { service } }), { apiVersion: 'v1', kind: 'Service', metadata: service }], { type: 'gone' }],
    ['nobody is stopped while it does not answer', [webhook({ failurePolicy: 'Ignore', clientConfig: { service } })], { type: 'gone' }],
    ['it is called by its address', [webhook({ clientConfig: { url: 'https://hooks.example.com' } })], { type: 'gone' }],
    ['whether it is there is not known', [webhook({ clientConfig: { service } })], { type: 'lost', message: 'the connection was closed' }],
  ])('no warning: %s', async (_, objects, answer) => {
    await expect(webhookWarnings(objects, reader(answer))).resolves.toEqual([]);
  });
});
