import type { Answer } from '../../../../lib/engine/ports';
import { isSettled } from '../../../../lib/controllers/process';

const refused = (code: number): Answer => ({ type: 'refused', status: { code, reason: '', message: '', causes: [] } });

test.each<[answer: Answer, settled: boolean]>([
  [{ type: 'object', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }, created: false }, true], [{ type: 'gone' }, true],
  [refused(404), true], [refused(409), true], [refused(422), true], [refused(403), false], [refused(500), false], [{ type: 'unserved' }, false],
  [{ type: 'lost', message: '' }, false],
])('a write with the answer %j is settled: %s', (answer, settled) => {
  expect(isSettled(answer)).toBe(settled);
});
