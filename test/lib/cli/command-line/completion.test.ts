import { wantedFor, type Wanted } from '../../../../lib/cli/command-line/completion';

describe('what is suggested where', () => {
  test.each<[string, Wanted | undefined]>([
    ['st', undefined],
    ['status ', 'extensions-anywhere'],
    ['get sh', 'extensions-anywhere'],
    ['status -n shop sh', 'extensions'],
    ['delete sh', 'extensions'],
    ['get shop ', { choices: ['config', 'values', 'manifest', 'objects', 'bundle', 'source'] }],
    ['get shop -n shop m', { choices: ['config', 'values', 'manifest', 'objects', 'bundle', 'source'] }],
    ['get shop manifest ', undefined],
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
    ['apply dist --replace ', { objectsOf: '', all: true }],
    ['apply dist --name shop --replace Jo', { objectsOf: 'shop', all: true }],
    ['rollback shop --replace ', { objectsOf: 'shop', all: true }],
    ['explain shop ', { objectsOf: 'shop' }],
    ['explain shop Deployment/web ', undefined],
    ['nonsense ', undefined],
    ['', undefined],
  ])('boxcutter %p', (line, wanted) => {
    expect(wantedFor(line.split(' '))).toEqual(wanted);
  });
});
