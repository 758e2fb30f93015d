import { allOf, askAll, newSamples, questionsAbout } from '../torture/support/questions.ts';
import type { Asked, Asks, Told } from './asker.ts';

// The process that asks, forked by `asker.ts`.

const { cardIds, url, token } = JSON.parse(process.argv[2] ?? '') as Asks;
const questions = questionsAbout(cardIds, { url, token });
let ending = Promise.withResolvers<void>();

async function ask(): Promise<Asked> {
  ending = Promise.withResolvers<void>();
  const samples = newSamples();
  await askAll(questions, ending.promise, samples);
  return { times: allOf(samples), refused: samples.refused };
}

process.on('message', (told: Told) => {
  if (told === 'end') ending.resolve();
  else void ask().then((asked) => process.send?.(asked));
});
process.on('disconnect', () => process.exit());
