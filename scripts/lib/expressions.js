import { analyse } from 'scslre';
import ts from 'typescript';

/**
 * Regular expressions in a file that can take more than linear time, and those built at run time, which cannot be
 * checked.
 */
export function slowExpressions(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found = { checked: 0, slow: [] };
  const report = (node, what) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.slow.push(`${name}:${line + 1}: ${node.getText().slice(0, 100)} ${what}`);
  };
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      found.checked += 1;
      const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      for (const { exponential } of analyse({ source, flags }, { maxReports: 1 }).reports) {
        report(node, exponential ? 'can take exponential time' : 'can take quadratic time');
      }
    } else if (isBuilt(node)) report(node, 'is built at run time');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isBuilt = (node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
