/** Refusals of the API server, cut for people. */
import { brief } from '../../../lib/cli/output/brief';

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
