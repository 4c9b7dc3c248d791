/** Are all images of a catalog in their registries? */
import type { CatalogContent } from '../../../../catalog';
import { imagesPresent } from '../../../../image';
import { isPath } from '../../../../catalog/validate/image-name';
import { type PartResult, testFinding, type TestFinding } from './result';

/** How often it is said how far it has come. */
const EVERY = 50;

export async function testImages({ bundles }: CatalogContent, onNote: (note: string) => void): Promise<PartResult> {
  const users = new Map<string, string[]>();
  const paths: TestFinding[] = [];
  for (const { name, image, relatedImages } of bundles) {
    // It is opened where bundles are rendered.
    if (isPath(image)) paths.push(byPath(name, image));
    for (const one of new Set([image, ...relatedImages.map((related) => related.image)])) {
      if (one === '' || isPath(one)) continue;
      const known = users.get(one);
      if (known === undefined) users.set(one, [name]);
      else known.push(name);
    }
  }
  if (users.size > 0) onNote(`images: asking registries for ${users.size}`);
  let answered = 0;
  const answers = await imagesPresent(users.keys(), {
    onAnswer: () => {
      answered += 1;
      if (answered % EVERY === 0 && answered < users.size) onNote(`images: ${answered} of ${users.size}`);
    },
  });
  const findings = [...answers].flatMap(([image, answer]) => {
    if (answer.type === 'there') return [];
    const names = users.get(image) ?? [];
    const origin = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
    if (answer.type === 'absent') {
      const hint = 'Push the image, or remove it from the catalog. '
        + 'Some registries give this answer for images that the account may not see: then log in.';
      return [testFinding('images', 'image-absent', origin, `its registry has no image ${image}`, { hint })];
    }
    const { message, hint } = answer.error;
    return [testFinding('images', 'image-unknown', origin, `it is not known whether the image ${image} exists: ${message}`, { hint })];
  });
  return { part: 'images', checked: users.size, findings: [...paths, ...findings] };
}

function byPath(name: string, image: string): TestFinding {
  return testFinding('images', 'bundle-by-path', name, `it names a path, ${image}, which nobody else can open`, {
    severity: 'warning', hint: 'Name its image before the catalog is published: building and pushing it refuse paths.',
  });
}
