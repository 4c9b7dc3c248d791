import { replyOf } from './server';

test('an object that the API server took is given back', () => {
  expect(replyOf(201, '{"kind":"ConfigMap"}')).toEqual({ object: { kind: 'ConfigMap' } });
});

test('a refusal has the message of the Status', () => {
  expect(replyOf(409, '{"kind":"Status","message":"it exists"}')).toEqual({ refused: 409, message: 'it exists' });
});

test('a refusal in plain text, as for a kind that is not served yet, is a refusal', () => {
  expect(replyOf(404, '404 page not found\n')).toEqual({ refused: 404, message: '404 page not found' });
});
