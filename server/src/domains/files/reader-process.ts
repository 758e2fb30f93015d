import { openAnki } from './anki-reader.ts';
import { openCsv } from './csv-reader.ts';
import { openMarkdown } from './markdown-reader.ts';
import type { FileReader } from './read-file.ts';
import type { Question, Reply } from './reader.ts';
import { FileRefusal } from './refusal.ts';

// Reads one file that a user sent; forked by `reader.ts`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

let reader: FileReader | undefined;

async function answer(question: Question): Promise<unknown> {
  if (question.ask === 'open') {
    reader = await open(question);
    return reader.summary;
  }
  if (!reader) throw new Error('No file is open.');
  if (question.ask === 'cards') return reader.cards(question.from, question.count);
  return reader.picture(question.name);
}

async function open({
  format,
  path,
  folder,
  fileName,
}: Extract<Question, { ask: 'open' }>): Promise<FileReader> {
  if (format === 'apkg') return openAnki(path, folder);
  return format === 'markdown' ? openMarkdown(path) : openCsv(path, fileName);
}

process.on('message', (question: Question) => {
  // An error here means that the parent has ended; `disconnect` ends this process.
  const reply = (result: Omit<Reply, 'id'>) =>
    process.send?.({ id: question.id, ...result }, undefined, undefined, () => {});
  answer(question).then(
    (value) => reply({ value }),
    (error: unknown) =>
      reply(
        error instanceof FileRefusal
          ? { refusal: { code: error.code, detail: error.message } }
          : { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      ),
  );
});
