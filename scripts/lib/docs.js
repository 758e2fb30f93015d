const maxColumns = 120;
const maxDecisionLines = 60;
const decision = /^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/;

/** Lines over 120 columns, decision records over one page, and numbers of decisions used twice, each as a sentence. */
export function docProblems(name, text, files) {
  const lines = text.trimEnd().split('\n');
  const problems = lines.flatMap((line, index) =>
    [...line].length > maxColumns && isBreakable(line)
      ? [`${name}:${index + 1}: the line has ${[...line].length} columns, more than ${maxColumns}`]
      : [],
  );
  const [, number] = decision.exec(name) ?? [];
  if (number === undefined) return problems;
  if (lines.length > maxDecisionLines)
    problems.push(`${name}: ${lines.length} lines; a decision record has at most ${maxDecisionLines}`);
  if (files.some((file) => file !== name && decision.exec(file)?.[1] === number))
    problems.push(`${name}: another decision has the number ${number}`);
  return problems;
}

/** Table rows cannot break, nor can a line that is one link or word. */
const isBreakable = (line) =>
  !line.startsWith('|') && /\S\s+\S/.test(line.replace(/^\s*(?:[-*]|\d+\.)\s+/, ''));
