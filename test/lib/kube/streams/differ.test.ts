import type { KubeObject } from '../../../../lib/api';
import { Differ } from '../../../../lib/kube/streams/differ';

const object = (name: string, resourceVersion: string, more: { uid?: string; labels?: Record<string, string> } = {}): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'ns', uid: `uid-${name}`, resourceVersion, ...more },
});

describe('comparing what is shown with what was shown', () => {
  let reported: string[];
  let differ: Differ;
  beforeEach(() => {
    reported = [];
    differ = new Differ({ apiVersion: 'v1', kind: 'ConfigMap' }, 'app', {
      changed: ({ metadata }, value, former) => reported.push(`+${metadata.name}@${metadata.resourceVersion} ${former ?? ''}>${value}`),
      removed: ({ name }, version, value, asOf) => reported.push(`-${name}@${version} ${value} as of ${asOf}`),
      synced() {}, failed() {}, restored() {},
    });
  });
  const app = (value: string) => ({ labels: { app: value } });

  test('an older state than the one that was reported changes nothing, and does not delete', () => {
    differ.put(object('a', '10', app('one')));
    differ.put(object('a', '9', app('two')));
    differ.put(object('a', '8', { uid: 'an earlier one' }));
    differ.remove(object('a', '9'));
    expect(reported).toEqual(['+a@10 >one']);
  });

  test('what is newer than a list is not gone because the list does not show it', () => {
    differ.begin();
    differ.note(object('a', '10', app('one')), undefined);
    differ.put(object('b', '5', app('one')));
    differ.end('9');
    expect(reported).toEqual(['+a@10 >one', '+b@5 >one']);
    differ.begin();
    differ.end('11');
    expect(reported.slice(2)).toEqual(['-a@11 one as of 11', '-b@11 one as of 11']);
  });

  test('what was read elsewhere, but has gone since as the stream knows, does not come back', () => {
    differ.put(object('a', '5', app('one')));
    differ.remove(object('a', '7'));
    differ.note(object('a', '5', app('one')), '7');
    expect(reported).toEqual(['+a@5 >one', '-a@7 one as of 7']);
  });

  test('after versions have lost their meaning everything is reported again, whatever its version', () => {
    differ.put(object('a', '10', app('one')));
    differ.objects.distrust();
    differ.put(object('a', '10', app('one')));
    differ.objects.distrust();
    differ.put(object('a', '3', app('two')));
    expect(reported).toEqual(['+a@10 >one', '+a@10 one>one', '+a@3 one>two']);
  });
});
