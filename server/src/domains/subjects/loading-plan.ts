import type { ChainPlan } from '@gyan/contract/chains.ts';
import type { Db } from '#db/pool.ts';
import type { CollectionRow } from '#domains/collections/write-queries.ts';
import type { Viewer } from '#http/viewer.ts';
import { type FileProblem, type LoadedFile, missingText } from './chain-file.ts';
import { type KnownChain, listChainsTitled, listSubjectsTitled } from './chain-file-queries.ts';

/** What exists of a file. */
export interface FilePlan {
  subjects: Map<string, CollectionRow>;
  /** One entry per chain of the file; undefined if the chain is new. */
  chains: (KnownChain | undefined)[];
}

/**
 * Matches chains by title: in the subject of the file, or among the user's own. Throws for subjects that do not exist.
 */
export async function matchFile(db: Db, viewer: Viewer, file: LoadedFile): Promise<FilePlan> {
  const named = file.chains.flatMap(({ subject }) => subject ?? []);
  const subjectTitles = [...new Set([...named, ...file.subjects.map(({ title }) => title)])];
  const rows = await listSubjectsTitled(db, viewer.userId, subjectTitles);
  const subjects = new Map(rows.map((row) => [row.title, row]));
  checkSubjects(file, subjects);
  const known = await listChainsTitled(db, viewer.userId, {
    titles: file.chains.map(({ title }) => title),
    subjectIds: rows.map(({ id }) => id),
  });
  const taken = new Set<number>();
  const chains = file.chains.map(({ title, subject }) => {
    const subjectId = subject === undefined ? undefined : subjects.get(subject)?.id;
    const fits = known.filter((chain) => chain.title === title && !taken.has(chain.id));
    const found =
      fits.find((chain) => subjectId !== undefined && chain.subjectId === subjectId) ??
      fits.find((chain) => chain.ownerId === viewer.userId);
    if (found) taken.add(found.id);
    return found;
  });
  checkNewChains(file, chains);
  return { subjects, chains };
}

/** Cards of chains that exist are checked when they are loaded: a known drawing needs no text. */
function checkNewChains(file: LoadedFile, known: readonly (KnownChain | undefined)[]): void {
  const problems = file.chains.flatMap(({ cards }, chain) =>
    cards.flatMap(({ text, videoId }, card) =>
      known[chain] === undefined && text === '' && videoId === null
        ? [missingText(['chains', chain, 'cards', card])]
        : [],
    ),
  );
  if (problems.length > 0) file.refuse(problems);
}

function checkSubjects(file: LoadedFile, subjects: Map<string, CollectionRow>): void {
  const problems: FileProblem[] = [];
  for (const [index, { title, photo }] of file.subjects.entries()) {
    if (!subjects.has(title) && photo === undefined)
      problems.push({ path: ['subjects', index, 'photo'], message: 'Image needs to be uploaded' });
  }
  for (const [index, { subject }] of file.chains.entries()) {
    const exists =
      subject === undefined || subjects.has(subject) || file.subjects.some(({ title }) => title === subject);
    if (!exists)
      problems.push({
        path: ['chains', index, 'subject'],
        message: `You have no subject “${subject}”, and the file does not describe it`,
      });
  }
  if (problems.length > 0) file.refuse(problems);
}

export function planOf(file: LoadedFile, plan: FilePlan): ChainPlan[] {
  return file.chains.map(({ title, subject, cards }, index) => ({
    title,
    ...(subject === undefined ? {} : { subject }),
    postCount: cards.length,
    updates: plan.chains[index] !== undefined,
  }));
}
