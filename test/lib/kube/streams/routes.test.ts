import { Routes } from '../../../../lib/kube/streams/routes';

test('an event finds those who want its value or any, in its namespace or all; one without namespace finds all namespaces', () => {
  const routes = new Routes<string>();
  const found = (value: string | undefined, namespace: string | undefined): string => {
    const names: string[] = [];
    routes.each(value, namespace, (name) => names.push(name));
    return names.sort().join();
  };
  routes.add('any', undefined, undefined);
  routes.add('anyHere', undefined, 'ns');
  routes.add('one', 'one', undefined);
  routes.add('oneHere', 'one', 'ns');
  expect([found('one', 'ns'), found('one', 'x'), found('two', 'ns'), found('one', undefined)]).toEqual([
    'any,anyHere,one,oneHere', 'any,one', 'any,anyHere', 'any,anyHere,one,oneHere',
  ]);
  routes.delete('one', 'one', undefined);
  routes.delete('anyHere', undefined, 'ns');
  expect(found('one', 'ns')).toBe('any,oneHere');
});
