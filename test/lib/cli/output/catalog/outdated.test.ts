/** What could be upgraded, as a table. */
import { outdatedLines } from "../../../../../lib/cli/output/catalog/outdated";
import { paint } from "../../../../../lib/cli/output/terminal/paint";

const plain = paint({ isTTY: false } as never);
const place = { file: "c", document: 1, line: 1, offset: 0, length: 1 };
const bundle = (name: string) => ({
  name,
  package: "shop",
  image: "i",
  relatedImages: [],
  properties: [],
  place,
});

test("every state, what keeps the newest away, and how many can go on", () => {
  expect(
    outdatedLines(
      [
        {
          extension: "a",
          stateNamespace: "n",
          status: "upgradable",
          installed: "1.0.0",
          available: bundle("a.v2"),
          newest: bundle("a.v3"),
          catalog: "own",
          why: "3: no edge",
        },
        { extension: "b", stateNamespace: "n", status: "no-catalog" },
        {
          extension: "c",
          stateNamespace: "n",
          status: "held",
          installed: `1.0.0\u001b[31m${"x".repeat(60)}`,
          deprecation: "old\nand bad",
        },
      ],
      plain,
    ).join("\n"),
  ).toMatchInlineSnapshot(`
   "EXTENSION  STATE IN  INSTALLED                                 AVAILABLE  NEWEST  CATALOG  STATUS
   a          n         1.0.0                                     a.v2       a.v3    own      can be upgraded
   b          n         -                                         -          -       -        no catalog
   c          n         1.0.0\\x1b[31mxxxxxxxxxxxxxxxxxxxxxxxxxx…  -          -       -        held back

   a: 3: no edge
   c: the installed version is deprecated: old and bad

   1 extension can be upgraded: boxcutter upgrade EXTENSION"
  `);
});

test("nothing is installed", () =>
  expect(outdatedLines([], plain)).toEqual([
    "No extension is installed here.",
  ]));
