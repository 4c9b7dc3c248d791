import { wantedFor, type Wanted } from '../../../../lib/cli/command-line/completion';

describe('what is suggested where', () => {
  test.each<[string, Wanted | undefined]>([
    ['st', undefined],
    ['status ', 'extensions'],
    ['status sh', 'extensions'],
    ['delete -n shop --no-wait ', 'extensions'],
    ['rollback -n shop sh', 'extensions'],
    ['status shop ', undefined],
    ['status --o', undefined],
    ['status shop -o ', undefined],
    ['status shop -n ', 'namespaces'],
    ['list --state-namespace ', 'namespaces'],
    ['apply dist --context ', 'contexts'],
    ['apply ', undefined],
    ['orphan shop ', { objectsOf: 'shop' }],
    ['orphan -n shop shop ConfigMap/a C', { objectsOf: 'shop' }],
    ['explain shop ', { objectsOf: 'shop' }],
    ['explain shop Deployment/web ', undefined],
    ['nonsense ', undefined],
    ['', undefined],
  ])('boxcutter %p', (line, wanted) => {
    expect(wantedFor(line.split(' '))).toEqual(wanted);
  });
});
