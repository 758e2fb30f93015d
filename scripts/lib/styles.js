import ts from 'typescript';

const sides = 'top|right|bottom|left';
const physicalProperty = new RegExp(
  `^(?:(?:scroll-)?(?:margin|padding)-(?:${sides})|${sides}|border-(?:${sides})(?:-\\w+)?|border-(?:top|bottom)-(?:left|right)-radius)$`,
);
const takesSide = /^(?:text-align|float|clear|caption-side)$/;
const perSide = /^(?:inset|border-(?:width|color|style|radius)|(?:scroll-)?(?:margin|padding))$/;

/** Authors choose a side for their own text. */
const choosesSide = /\.align-(?:left|right)$/;

/** The selectors and declarations of a style sheet, each with its line. */
function* statements(text) {
  const blank = (found) => found.replace(/[^\n]/g, ' ');
  const plain = text.replace(/\/\*.*?\*\//gs, blank).replace(/"[^"\n]*"/g, blank);
  let line = 1;
  for (const [whole, body, end] of plain.matchAll(/([^{};]*)([{};])/g)) {
    const start = line + (/^\s*/.exec(body)?.[0].split('\n').length ?? 1) - 1;
    line += whole.split('\n').length - 1;
    if (body.trim() !== '') yield { text: body.trim(), line: start, opens: end === '{' };
  }
}

/** What stands at the top level of a value: `max(1px, 2px) 3px` has two parts. */
const partsOf = (value) => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

function isPhysical(property, value) {
  if (physicalProperty.test(property)) return true;
  if (takesSide.test(property)) return /^(?:left|right)$/.test(value);
  if (!perSide.test(property)) return false;
  const [first, second = first, third = first, fourth = second] = partsOf(value);
  return property === 'border-radius' ? first !== second || third !== fourth : second !== fourth;
}

/** The classes a style sheet defines, and its declarations that name left or right instead of start or end. */
function readStyleSheet(name, text) {
  const classes = new Map();
  const physical = [];
  let selector = '';
  for (const { text: statement, line, opens } of statements(text)) {
    const [, property, value] = /^([\w-]+):\s+(.*)$/s.exec(statement) ?? [];
    if (opens && !statement.startsWith('@')) {
      selector = statement;
      for (const [, found] of statement.matchAll(/\.([a-z_][\w-]*)/gi)) classes.set(found, `${name}:${line}`);
    } else if (!opens && property && isPhysical(property, value) && !choosesSide.test(selector)) {
      physical.push(`${name}:${line}: ${statement}`);
    }
  }
  return { classes, physical };
}

const namesClass = /(?:^c|C)lass(?:Name|es)?$/;
const makesClass = /^(?:clsx|buttonClass)$/;

/**
 * The classes a component uses. `literal` are those written in class attributes, `patterns` those built there
 * (`tone-${n}`), and `words` all that could be a class: hyphenated words of any string.
 */
function readComponent(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found = { literal: new Map(), patterns: [], words: new Set() };
  const constants = new Map();
  const place = (node) => `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

  const collect = (node, visited = new Set()) => {
    if (node === undefined || visited.has(node)) return;
    visited.add(node);
    const into = (next) => collect(next, visited);
    if (ts.isStringLiteralLike(node)) {
      for (const word of node.text.split(/\s+/).filter(Boolean)) found.literal.set(word, place(node));
    } else if (ts.isTemplateExpression(node)) {
      for (const word of templateText(node).split(/\s+/).filter(Boolean)) {
        if (!word.includes('\0')) found.literal.set(word, place(node));
      }
    } else if (ts.isConditionalExpression(node)) {
      into(node.whenTrue);
      into(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) into(node.left);
      into(node.right);
    } else if (ts.isCallExpression(node) && makesClass.test(node.expression.getText())) {
      node.arguments.filter((argument) => !ts.isObjectLiteralExpression(argument)).forEach(into);
    } else if (ts.isIdentifier(node)) into(constants.get(node.text));
    else if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) into(node.expression);
  };

  const visit = (node, each) => {
    each(node);
    ts.forEachChild(node, (child) => visit(child, each));
  };
  visit(file, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
      constants.set(node.name.text, node.initializer);
  });
  visit(file, (node) => {
    if (ts.isJsxAttribute(node) && namesClass.test(node.name.getText())) collect(node.initializer);
    else if (ts.isPropertyAssignment(node) && namesClass.test(node.name.getText())) collect(node.initializer);
    else if (ts.isCallExpression(node)) collect(node);
    else if (ts.isTemplateExpression(node)) {
      for (const word of templateText(node).split(/\s+/)) {
        const [, start] = /^([a-z][\w-]*-)\0/.exec(word) ?? [];
        if (start) found.patterns.push({ start, at: place(node) });
      }
    } else if (ts.isStringLiteralLike(node)) {
      for (const [word] of node.text.matchAll(/[a-z][\w]*(?:-\w+)+/g)) found.words.add(word);
    }
  });
  return found;
}

const templateText = (node) =>
  node.head.text + node.templateSpans.map(({ literal }) => `\0${literal.text}`).join('');

/** Sentences about everything wrong with the style sheets and the components that use them. */
export function styleProblems({ sheets, components }) {
  const read = sheets.map(({ name, text }) => readStyleSheet(name, text));
  const used = components.map(({ name, text }) => readComponent(name, text));
  const defined = new Map(read.flatMap(({ classes }) => [...classes]));
  const literal = new Map(used.flatMap((each) => [...each.literal]));
  const words = new Set(used.flatMap((each) => [...each.words]));
  const starts = used.flatMap(({ patterns }) => patterns.map(({ start }) => start));
  const isUsed = (name) =>
    literal.has(name) || words.has(name) || starts.some((start) => name.startsWith(start));
  const importsOf = ({ text }) =>
    [...text.matchAll(/import [^\n]*\/([\w-]+\.css)['"]/g)].map(([, file]) => file);
  const imported = new Set([...sheets, ...components].flatMap(importsOf));
  return [
    ...sheets
      .filter(({ name }) => !imported.has(name.split('/').at(-1)))
      .map(({ name }) => `${name}: nothing imports it`),
    ...read.flatMap(({ physical }) =>
      physical.map((declaration) => `${declaration} names a side; use start and end`),
    ),
    ...[...literal]
      .filter(([name]) => !defined.has(name))
      .map(([name, at]) => `${at}: no style sheet defines .${name}`),
    ...[...defined].filter(([name]) => !isUsed(name)).map(([name, at]) => `${at}: nothing uses .${name}`),
  ];
}
