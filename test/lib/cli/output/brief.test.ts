/** Refusals of the API server, cut for people. */
import { brief } from '../../../../lib/cli/output/brief';

const dump = 'core.PodTemplateSpec{ObjectMeta:v1.ObjectMeta{Name:"", Labels:map[string]string{"job": "migrate"}}, Spec:core.PodSpec{Volumes:[]core.Volume(nil), '.repeat(8);

test('the field and the reason stay, the dump of the value goes', () => {
  expect(brief(`Job.batch "migrate" is invalid: spec.template: Invalid value: ${dump}}}: field is immutable`))
    .toBe(`Job.batch "migrate" is invalid: spec.template: Invalid value: ${dump.slice(0, 40)}…: field is immutable`);
});

test('each of several fields keeps its reason', () => {
  const text = brief(`Deployment.apps "web" is invalid: [spec.template.metadata.labels: Invalid value: ${dump}: selector does not match, spec.selector: Invalid value: ${dump}: field is immutable]`);
  expect(text).toMatch(/metadata\.labels: Invalid value: core\.PodTemplateSpec.{5,25}…: selector does not match, spec\.selector: Invalid value: core.{10,40}…: field is immutable\]$/);
});

test('whatever else is long loses its middle; what is short, nothing', () => {
  const words = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');
  expect(brief(words)).toMatch(/^word0 .* … word\d+ .* word99$/);
  expect(brief(words).length).toBeLessThanOrEqual(300);
  expect(brief('x'.repeat(2000)).length).toBeLessThanOrEqual(300);
  expect(brief('field is immutable')).toBe('field is immutable');
});

describe('who may not do what stays whole, however long the rest is', () => {
  const account = `system:serviceaccount:a-namespace-with-quite-a-long-name:an-account-with-a-long-name`;
  const intro = `the API server refused to create ClusterRoleBinding.rbac.authorization.k8s.io ${'keda-operator-'.repeat(6)}binding: clusterrolebindings.rbac.authorization.k8s.io "${'keda-operator-'.repeat(6)}binding" `;
  test.each([
    [
      'in a namespace',
      `is forbidden: User "${account}" cannot patch resource "deployments" in API group "apps" in the namespace "shop"`,
      ': and some more words of an authorizer '.repeat(5),
    ],
    [
      'on the cluster',
      `is forbidden: User "${account}" cannot create resource "clusterrolebindings" in API group "rbac.authorization.k8s.io" at the cluster scope`,
      '',
    ],
  ])('%s', (_, refusal, behind) => {
    const text = brief(`${intro}${refusal}${behind}`);
    expect(text).toContain(refusal);
    expect(text.length).toBeLessThan(480);
  });

  test('handing out what one does not have: without the groups of the account', () => {
    const rules = '\n{APIGroups:["keda.sh"], Resources:["*"], Verbs:["*"]}'.repeat(40);
    const text = brief(`clusterroles "keda" is forbidden: user "${account}" (groups=["system:serviceaccounts" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:${rules}`);
    expect(text).toMatch(/^clusterroles "keda" is forbidden: user "[^"]*" is attempting to grant RBAC permissions not currently held:\n\{APIGroups:\["keda\.sh"\]/);
    expect(text.length).toBeLessThan(400);
  });

  test('what is short stays as it is', () => {
    const words = `configmaps "a" is forbidden: User "ada" cannot get resource "configmaps" in API group "" in the namespace "shop"`;
    expect(brief(words)).toBe(words);
  });
});

describe('a message of a server that means no good takes no time by its square', () => {
  test.each([
    ['values without a reason', 'Invalid value: '],
    ['values with reasons that never end', 'Invalid value: x: y, '],
    ['users without a verb', 'is forbidden: User "x" cannot '],
    ['groups that never end', 'is forbidden: user "x" (groups=['],
    ['blanks', ' '],
    ['quotes', '": "'],
  ])('%s', (_what, piece) => {
    const message = piece.repeat(5_000_000 / piece.length);
    const startedAt = performance.now();
    expect(brief(message).length).toBeLessThan(600);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test('field and reason stay, however long the value between them is', () => {
    const text = brief(`Job.batch "migrate" is invalid: spec.template: Invalid value: ${dump.repeat(1000)}}}: field is immutable`);
    expect(text).toBe(`Job.batch "migrate" is invalid: spec.template: Invalid value: ${dump.slice(0, 40)}…: field is immutable`);
  });
});
