import ts from 'typescript';

export interface Mutant {
  line: number;
  /** What was there, and what is there instead. */
  says: string;
  /** What the line says then. */
  reads: string;
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

/** Every small change to a file that a good test would notice. */
export function mutantsOf(name: string, text: string): Mutant[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const change = (node: ts.Node, instead: string) => {
    const [start, end] = [node.getStart(file), node.getEnd()];
    const was = text.slice(start, end);
    if (was === instead) return;
    const { line } = file.getLineAndCharacterOfPosition(start);
    const code = text.slice(0, start) + instead + text.slice(end);
    found.push({
      line: line + 1,
      says: `${short(was)} → ${instead === '' ? 'nothing' : short(instead)}`,
      reads: code.split('\n')[line] ?? '',
      code,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node)) return;
    mutate(node, change);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 60);

function mutate(node: ts.Node, change: (node: ts.Node, instead: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    for (const instead of swaps[node.operatorToken.kind] ?? []) change(node.operatorToken, instead);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, 'false');
  else if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, 'true');
  else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    change(node, `(${node.operand.getText()})`);
  } else if (ts.isConditionalExpression(node)) {
    change(node.condition, 'true');
    change(node.condition, 'false');
  } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    change(node.expression, 'false');
    // A loop without an end says nothing about a test.
    if (ts.isIfStatement(node)) change(node.expression, 'true');
  } else if (ts.isReturnStatement(node) && node.expression) change(node.expression, 'undefined');
  else if (ts.isExpressionStatement(node)) change(node, '{}');
  else if (ts.isNumericLiteral(node)) change(node, String(Number(node.text) + 1));
  else if (ts.isStringLiteral(node) && node.text !== '' && !isName(node)) change(node, "''");
  else if (
    ts.isArrayLiteralExpression(node) &&
    node.elements.length > 0 &&
    !ts.isSpreadElement(node.parent)
  ) {
    change(node, '[]');
  } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) change(node.body, 'undefined');
}

/** A key of an object is named, not said. */
const isName = (node: ts.Node) =>
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) || ts.isLiteralTypeNode(node.parent);

/** More than any loop of a file that is changed turns when it is right. */
const mostTurns = 1_000_000;

/** Lets every loop that could be endless fail once it has turned more often than is possible. */
export function endLoops(name: string, text: string): string {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const added: [at: number, code: string][] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isWhileStatement(node) && !ts.isDoStatement(node) && !ts.isForStatement(node)) return;
    const turns = `turns${added.length}`;
    added.push(
      [node.getStart(file), `{ let ${turns} = 0; `],
      [
        node.statement.getStart(file),
        `{ if (++${turns} > ${mostTurns}) throw new Error('This loop is endless.'); `,
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
