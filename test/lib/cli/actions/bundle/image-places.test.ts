import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseTakenPlaces, taggedLayout } from '../../../../../lib/cli/actions/bundle/image-places';

const folder = mkdtempSync(join(tmpdir(), 'image-places-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test.each([
  ['lay', '1.0.0', 'lay:1.0.0'], ['lay:mine', '1.0.0', 'lay:mine'], ['lay', undefined, 'lay'], ['some/where:x', undefined, 'some/where:x'],
])('the layout %s with the tag %s is %s', (layout, tag, tagged) => {
  expect(taggedLayout(layout, tag)).toBe(tagged);
});

test('an archive takes the place of nothing but an archive', async () => {
  await expect(refuseTakenPlaces({ archive: folder })).rejects.toMatchObject({
    code: 'image-archive-taken', message: expect.stringContaining('is a folder'),
  });
  await expect(refuseTakenPlaces({ archive: file('notes.txt', 'mine') })).rejects.toMatchObject({
    code: 'image-archive-taken', category: 'input', message: expect.stringContaining('is not an image archive, so it was left as it is'),
  });
});

test('a new file, an empty one and no archive at all are fine', async () => {
  await refuseTakenPlaces({ archive: join(folder, 'new.tar') });
  await refuseTakenPlaces({ archive: file('empty.tar', '') });
  await refuseTakenPlaces({ layout: folder });
});
