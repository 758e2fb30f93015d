const letter = /[\p{L}\p{M}\p{N}]/u;

/** The sentence without its hidden words: every place where they are whole words, else the first place. */
export function splitCloze({ question, answer }: { question: string; answer: string }): string[] {
  const places: number[] = [];
  for (let at = answer === '' ? -1 : question.indexOf(answer); at !== -1; ) {
    places.push(at);
    at = question.indexOf(answer, at + answer.length);
  }
  const isWhole = (at: number) =>
    !letter.test(question[at - 1] ?? '') && !letter.test(question[at + answer.length] ?? '');
  const whole = places.filter(isWhole);
  const hidden = whole.length > 0 ? whole : places.slice(0, 1);
  return [...hidden, question.length].map((at, index) =>
    question.slice(index === 0 ? 0 : (hidden[index - 1] as number) + answer.length, at),
  );
}
