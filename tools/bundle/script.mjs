/**
 * From the chunks that esbuild splits the command into, which are ES modules, to scripts as lib/cli/start/scripts.ts calls them.
 *
 * esbuild's own way to CommonJS makes a getter of each export, and of each member of a module of Node that is imported as a whole:
 * thousands of functions before the first line of a command runs, and a call of two of them wherever one chunk uses another. No chunk
 * changes what it has exported, and none imports another in a circle (both are checked here), so exports are plain members, and imports
 * plain variables.
 */
import ts from 'typescript';

const [begin, end] = ['(function(exports,require,module,__filename,__dirname){', '\n})'];

/** A name, and how it is known elsewhere: `a`, or `a as b`. */
const NAMES = String.raw`\{((?:[\w$]+(?: as [\w$]+)?,?)*)\}`;
const EXPORTS = new RegExp(String.raw`export${NAMES};?\s*$`);
const WHOLE = /export default ([\w$]+\(\));?\s*$/;
const NAMED = new RegExp(String.raw`(?<=^|[;}\n])import${NAMES}from"([^"]+)";?`, 'g');
const ALONE = /(?<=^|[;}\n])import(?:\*as | )([\w$]+) ?from"([^"]+)";?/g;
const FOR_EFFECT = /(?<=^|[;}\n])import"([^"]+)";?/g;

const LATE = /\bimport\("\.\/([^"]+)"\)/g;

/**
 * @param text of a chunk
 * @param name of its file
 * @param isRequired it is a CommonJS module that is asked for with `require`, which gives the module itself
 * @param names of the files of all chunks
 * @returns the text without `import`, `export` and the `import()` of other chunks
 */
export function commonJs(text, { name, isRequired, names }) {
  const exported = EXPORTS.exec(text);
  if (exported !== null) refuseChanging(text, pairsIn(exported[1]).map(([local]) => local), name);
  const body = text
    .replace(EXPORTS, (_, list) => `module.exports={${pairsIn(list).map(([local, as]) => `${as}:${local}`).join(',')}};`)
    .replace(WHOLE, isRequired ? 'module.exports=$1;' : 'module.exports={default:$1};')
    .replace(LATE, (whole, wanted) => (names.has(wanted) ? `Promise.resolve().then(()=>require("./${wanted}"))` : whole))
    .replace(NAMED, (_, list, from) => `var{${pairsIn(list).map(([known, local]) => `${known}:${local}`).join(',')}}=require("${from}");`)
    .replace(ALONE, 'var $1=require("$2");')
    .replace(FOR_EFFECT, 'require("$1");');
  const isOfModules = (node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isExportAssignment(node);
  const left = statementsOf(body, name).find(isOfModules);
  if (left !== undefined) throw new Error(`${name} has a statement that is not expected: ${left.getText().slice(0, 100)}`);
  return body;
}

/** A function expression with the parameters of a CommonJS module. */
export function wrapped(code) {
  return `${begin}${code}${end}`;
}

function pairsIn(names) {
  return names.split(',').filter((name) => name !== '').map((name) => {
    const [from, to = from] = name.split(' as ');
    return [from, to];
  });
}

function statementsOf(text, name) {
  return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS).statements;
}

/** @throws Error when one of these names is assigned a value after its declaration, or declared without one */
function refuseChanging(text, locals, name) {
  const wanted = new Set(locals);
  const statements = statementsOf(text, name);
  for (const statement of statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      if (initializer === undefined && ts.isIdentifier(declared) && wanted.has(declared.text)) throw changing(name, declared.text);
    }
  }
  const look = (node) => {
    for (const target of targetsOf(node)) if (wanted.has(target)) throw changing(name, target);
    ts.forEachChild(node, look);
  };
  statements.forEach(look);
}

/** Names that a piece of code assigns to. */
function targetsOf(node) {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? identifiersIn(node.left) : [];
  }
  const counts = ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node);
  if (counts && (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)) {
    return identifiersIn(node.operand);
  }
  if ((ts.isForInStatement(node) || ts.isForOfStatement(node)) && !ts.isVariableDeclarationList(node.initializer)) {
    return identifiersIn(node.initializer);
  }
  return [];
}

function identifiersIn(node) {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(identifiersIn);
  if (ts.isSpreadElement(node)) return identifiersIn(node.expression);
  if (ts.isBinaryExpression(node)) return identifiersIn(node.left);
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property)) return [property.name.text];
    return identifiersIn(ts.isPropertyAssignment(property) ? property.initializer : property.expression);
  });
}

function changing(name, local) {
  return new Error(`${name} exports ${local}, whose value changes: others would keep the one of before`);
}

/** @param imports by output, from metafile @throws Error when scripts load each other in a circle, before the first has run */
export function refuseCircles(outputs) {
  const done = new Set();
  const visit = (path, way) => {
    if (way.includes(path)) throw new Error(`scripts load each other in a circle: ${[...way, path].join(' → ')}`);
    if (done.has(path)) return;
    const { imports } = outputs[path];
    for (const one of imports) if (one.kind === 'import-statement' && !one.external) visit(one.path, [...way, path]);
    done.add(path);
  };
  for (const path of Object.keys(outputs)) visit(path, []);
}
