import ts from 'typescript';

export interface Mutant {
  line: number;
  /** `before → after`. */
  change: string;
  /** The line after the change. */
  lineAfter: string;
  code: string;
}

const swaps: Partial<Record<ts.SyntaxKind, string[]>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [ts.SyntaxKind.EqualsEqualsToken]: ['!='],
  [ts.SyntaxKind.ExclamationEqualsToken]: ['=='],
  [ts.SyntaxKind.LessThanToken]: ['<=', '>='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [ts.SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [ts.SyntaxKind.BarBarToken]: ['&&'],
  [ts.SyntaxKind.QuestionQuestionToken]: ['&&'],
  [ts.SyntaxKind.PlusToken]: ['-'],
  [ts.SyntaxKind.MinusToken]: ['+'],
  [ts.SyntaxKind.AsteriskToken]: ['/'],
  [ts.SyntaxKind.SlashToken]: ['*'],
  [ts.SyntaxKind.PlusEqualsToken]: ['-='],
  [ts.SyntaxKind.MinusEqualsToken]: ['+='],
};

/** Every single mutation of a file. */
export function mutantsOf(name: string, text: string): Mutant[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const addMutant = (node: ts.Node, replacement: string) => {
    const [start, end] = [node.getStart(file), node.getEnd()];
    const original = text.slice(start, end);
    if (original === replacement) return;
    const { line } = file.getLineAndCharacterOfPosition(start);
    const code = text.slice(0, start) + replacement + text.slice(end);
    found.push({
      line: line + 1,
      change: `${short(original)} → ${replacement === '' ? 'nothing' : short(replacement)}`,
      lineAfter: code.split('\n')[line] ?? '',
      code,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node)) return;
    mutate(node, addMutant);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 60);

function mutate(node: ts.Node, addMutant: (node: ts.Node, replacement: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    for (const replacement of swaps[node.operatorToken.kind] ?? [])
      addMutant(node.operatorToken, replacement);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) addMutant(node, 'false');
  else if (node.kind === ts.SyntaxKind.FalseKeyword) addMutant(node, 'true');
  else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    addMutant(node, `(${node.operand.getText()})`);
  } else if (ts.isConditionalExpression(node)) {
    addMutant(node.condition, 'true');
    addMutant(node.condition, 'false');
  } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    addMutant(node.expression, 'false');
    // An endless loop proves nothing about a test.
    if (ts.isIfStatement(node)) addMutant(node.expression, 'true');
  } else if (ts.isReturnStatement(node) && node.expression) addMutant(node.expression, 'undefined');
  else if (ts.isExpressionStatement(node)) addMutant(node, '{}');
  else if (ts.isNumericLiteral(node)) addMutant(node, String(Number(node.text) + 1));
  else if (ts.isStringLiteral(node) && node.text !== '' && !isName(node)) addMutant(node, "''");
  else if (
    ts.isArrayLiteralExpression(node) &&
    node.elements.length > 0 &&
    !ts.isSpreadElement(node.parent)
  ) {
    addMutant(node, '[]');
  } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) addMutant(node.body, 'undefined');
}

/** Object keys and literal types are not mutated. */
const isName = (node: ts.Node) =>
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) || ts.isLiteralTypeNode(node.parent);

/** More iterations than any loop of the mutated files needs. */
const maxIterations = 1_000_000;

/** Adds an iteration limit to every loop, so that endless mutants fail. */
export function endLoops(name: string, text: string): string {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const added: [at: number, code: string][] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isWhileStatement(node) && !ts.isDoStatement(node) && !ts.isForStatement(node)) return;
    const counter = `iterations${added.length}`;
    added.push(
      [node.getStart(file), `{ let ${counter} = 0; `],
      [
        node.statement.getStart(file),
        `{ if (++${counter} > ${maxIterations}) throw new Error('This loop is endless.'); `,
      ],
      [node.statement.getEnd(), ' }'],
      [node.getEnd(), ' }'],
    );
  };
  visit(file);
  return added
    .toSorted(([one], [other]) => other - one)
    .reduce((code, [at, piece]) => code.slice(0, at) + piece + code.slice(at), text);
}
