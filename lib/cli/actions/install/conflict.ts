/** Why there is nothing to install, as an error: upstream's message for a package alone, and for dependencies the facts that contradict. */
import { type Explanation, type Fact, failureWords, needText, type Offer } from '../../../catalog';
import { BoxcutterError } from '../../../errors';

export function conflictError(conflict: Explanation): BoxcutterError {
  switch (conflict.found) {
    case 'unresolved': {
      const { message, hint } = failureWords(conflict.resolution);
      const { failure, request: { packageName, version, channels }, selected } = conflict.resolution;
      return new BoxcutterError('catalog-unresolved', 'input', message, {
        hint, details: { packageName, version, channels, found: failure.found, catalogs: selected },
      });
    }
    case 'contradiction': {
      const facts = conflict.facts.map((fact) => `  - ${factText(fact)}`).join('\n');
      return new BoxcutterError('catalog-unresolved', 'input', `There is no way to install that:\n${facts}`, {
        hint: 'Each of these stands in the way of the others. Allow other versions, or name a catalog that has what is missing.',
        details: { found: 'contradiction', facts: conflict.facts },
      });
    }
    case 'too-hard':
      return new BoxcutterError('catalog-unresolved', 'input', 'Whether there is a way to install that takes too long to find out.', {
        hint: 'Name a narrower range of versions, or fewer catalogs.', details: { found: 'too-hard' },
      });
  }
}

function factText(fact: Fact): string {
  switch (fact.fact) {
    case 'wanted':
      return `package ${fact.packageName} is wanted, and may be ${either(fact.versions)}`;
    case 'installed': {
      const [now, ...others] = fact.versions;
      const next = others.length === 0 ? 'nothing may follow it' : `it may become ${either(others)}`;
      return `package ${fact.packageName} is installed as ${now ?? '?'}, and ${next}`;
    }
    case 'needs':
      return `${fact.packageName} ${either(fact.versions)} needs ${needText(fact.need)}, and ${offeredText(fact.offered)}`;
    case 'one-version':
      return `package ${fact.packageName} can be installed in one version only`;
    case 'one-provider':
      return `${fact.kind.kind} (${fact.kind.group}) can have one provider only, and ${fact.packages.join(', ')} bring it`;
  }
}

function offeredText(offered: readonly Offer[]): string {
  if (offered.length === 0) return 'nothing that can be installed is that';
  return `there is ${offered.map(({ packageName, versions }) => `${packageName} ${either(versions)}`).join('; ')}`;
}

/** At most five; the others are counted. */
function either(versions: readonly string[]): string {
  const shown = versions.slice(0, 5);
  const more = versions.length - shown.length;
  return `${shown.join(' or ')}${more > 0 ? ` or one of ${more} others` : ''}`;
}
