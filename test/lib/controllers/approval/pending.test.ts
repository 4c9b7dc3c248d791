import type { ClusterExtension } from "../../../../lib/api";
import {
  pendingName,
  pendingObject,
  pendingUpgrades,
} from "../../../../lib/controllers/approval/pending";

const extension = {
  apiVersion: "olm.operatorframework.io/v1",
  kind: "ClusterExtension",
  metadata: {
    name: "my-extension",
    uid: "u",
    labels: { team: "a", "olm.operatorframework.io/owner-name": "other" },
  },
  spec: {},
} as unknown as ClusterExtension;
const NOW = new Date("2024-01-15T10:30:00.123Z");

test.each([
  ["1.2.0", "my-extension-1.2.0"],
  ["1.2.0-RC.1+Build.5", "my-extension-1.2.0-rc.1-build.5"],
])("of version %s: %s", (version, name) =>
  expect(pendingName("my-extension", version, () => false)).toBe(name),
);

test("a name that is taken, or too long, ends with a digest of the version", () => {
  expect(pendingName("e", "1.2.0", (name) => name === "e-1.2.0")).toMatch(
    /^e-1\.2\.0-[0-9a-f]{10}$/,
  );
  const long = pendingName("e", `1.2.0-${"a.".repeat(130)}a`, () => false);
  expect(long).toHaveLength(252);
  expect(long).toMatch(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
});

test("it is written as the requirements show it, and read again as what it was made of", () => {
  const bundle = {
    name: "my-extension.v1.2.0",
    version: "1.2.0",
    reference: "x.example/p@sha256:1",
  };
  const object = pendingObject(extension, bundle, "my-extension-1.2.0", NOW);
  expect(object).toMatchInlineSnapshot(`
   {
     "apiVersion": "olm.operatorframework.io/v1",
     "kind": "ClusterExtensionRevision",
     "metadata": {
       "annotations": {
         "olm.operatorframework.io/bundle-reference": "x.example/p@sha256:1",
       },
       "labels": {
         "clusterextension": "my-extension",
         "olm.operatorframework.io/owner": "my-extension",
         "team": "a",
       },
       "name": "my-extension-1.2.0",
       "ownerReferences": [
         {
           "apiVersion": "olm.operatorframework.io/v1",
           "blockOwnerDeletion": true,
           "controller": true,
           "kind": "ClusterExtension",
           "name": "my-extension",
           "uid": "u",
         },
       ],
     },
     "spec": {
       "approved": false,
       "availableSince": "2024-01-15T10:30:00Z",
       "bundleMetadata": {
         "name": "my-extension.v1.2.0",
         "version": "1.2.0",
       },
       "clusterExtensionRef": {
         "name": "my-extension",
       },
       "version": "1.2.0",
     },
   }
  `);
  expect(pendingUpgrades([object as never], extension)).toEqual([
    {
      name: "my-extension-1.2.0",
      uid: "",
      bundle,
      availableSince: new Date("2024-01-15T10:30:00Z"),
      isApproved: false,
      isLeaving: false,
    },
  ]);
});

test("one that names another extension is not of this one", () => {
  const object = pendingObject(
    extension,
    { name: "p", version: "1.2.0" },
    "my-extension-1.2.0",
    NOW,
  );
  expect(
    pendingUpgrades([object as never], {
      ...extension,
      metadata: { name: "other" },
    } as ClusterExtension),
  ).toEqual([]);
});
