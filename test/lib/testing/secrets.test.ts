/** @jest-environment node */
import { maskSecrets } from "../../../lib/testing/secrets";

expect.addSnapshotSerializer(maskSecrets);

test("a snapshot shows keys and lengths of a Secret, never its values", () => {
  const objects = [
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "password" },
      data: { password: "aHVudGVyMg==" },
      stringData: { token: "hunter2" },
    },
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "plain" },
      data: { colour: "blue" },
    },
  ];
  expect(objects).toMatchInlineSnapshot(`
   [
     {
       "apiVersion": "v1",
       "data": {
         "password": "<masked: 12 characters>",
       },
       "kind": "Secret",
       "metadata": {
         "name": "password",
       },
       "stringData": {
         "token": "<masked: 7 characters>",
       },
     },
     {
       "apiVersion": "v1",
       "data": {
         "colour": "blue",
       },
       "kind": "ConfigMap",
       "metadata": {
         "name": "plain",
       },
     },
   ]
  `);
});
