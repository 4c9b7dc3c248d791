import { type KindDefinition, named, object, rules, string, strings, time, unionMember } from '../api/schema';
import { conditions } from './common';
import { digested, noPollingOfDigests, taggedOrDigested } from './image-reference';

/** ClusterCatalog, field for field and rule for rule as OLM's API has it. */
export const clusterCatalog: KindDefinition = {
  kind: 'ClusterCatalog',
  plural: 'clustercatalogs',
  singular: 'clustercatalog',
  description: 'A file-based catalog of packages that extensions are installed from.',
  columns: [
    { name: 'LastUnpacked', type: 'date', jsonPath: '.status.lastUnpacked' },
    { name: 'Serving', type: 'string', jsonPath: '.status.conditions[?(@.type=="Serving")].status' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  spec: named(
    'ClusterCatalogSpec',
    object(
      'What the catalog should be.',
      {
        source: named(
          'ClusterCatalogSource',
          object(
            'Where the content of the catalog comes from.',
            {
              type: strings('Kind of source. The field of the same name must be set.', ['Image']),
              image: named(
                'ClusterCatalogImageSource',
                object(
                  'A container image that holds the catalog.',
                  {
                    ref: string(
                      'Reference of the image: `domain[:port]/name:tag` or `domain[:port]/name@algorithm:hex`. ' +
                        'One with a tag is polled for new content; one with a digest is not.',
                      { maxLength: 1000, ...rules(...taggedOrDigested) },
                    ),
                    pollIntervalMinutes: {
                      description: 'Minutes between two looks for a new image behind the tag. Without it the image is not polled.',
                      type: 'integer',
                      minimum: 1,
                    },
                  },
                  ['ref'],
                  rules(noPollingOfDigests),
                ),
              ),
            },
            ['type'],
            rules(unionMember('type', 'Image', 'image', 'source type')),
          ),
        ),
        priority: {
          description:
            'Decides between catalogs that offer the same: the higher number wins. Equal numbers are ambiguous, and the resolution ' +
              'then fails.',
          type: 'integer',
          format: 'int32',
          minimum: -2147483648,
          maximum: 2147483647,
          default: 0,
        },
        availabilityMode: strings(
          'Available: the content is unpacked and served. Unavailable: the catalog is kept, but treated as if it did not exist.',
          ['Available', 'Unavailable'],
          { default: 'Available' },
        ),
      },
      ['source'],
    ),
  ),
  status: named(
    'ClusterCatalogStatus',
    object('What was observed of the catalog.', {
      conditions: conditions(
        'Serving: True Available; False Unavailable, UserSpecifiedUnavailable. ' +
          'Progressing: True Succeeded, Retrying; False Blocked (a person must step in).',
      ),
      resolvedSource: named(
        'ClusterCatalogResolvedSource',
        object(
          'What the source pointed at when it was last unpacked.',
          {
            type: strings('Kind of source.', ['Image']),
            image: named(
              'ClusterCatalogResolvedImage',
              object(
                'The image that was unpacked.',
                { ref: string('Reference of the image, with its digest.', { maxLength: 1000, ...rules(...digested) }) },
                ['ref'],
              ),
            ),
          },
          ['type'],
          rules(unionMember('type', 'Image', 'image', 'source type')),
        ),
      ),
      urls: named(
        'ClusterCatalogUrls',
        object(
          'Where the content is served.',
          {
            base: string('Address inside the cluster, without the path of an endpoint: `<base>/api/v1/all` has everything as ' +
              'file-based catalog.', {
              maxLength: 525,
              ...rules(
                { rule: 'isURL(self)', message: 'must be a valid URL' },
                { rule: "!isURL(self) || url(self).getScheme() in ['http', 'https']", message: 'scheme must be either http or https' },
              ),
            }),
          },
          ['base'],
        ),
      ),
      lastUnpacked: time('When the content was last extracted from the source.'),
    }),
  ),
};
