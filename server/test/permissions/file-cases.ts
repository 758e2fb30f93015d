import sql from 'sql-template-tag';
import { about, type CaseContext, chainOf, ownerKnows, plain, subjectOf, withVisible } from './cases.ts';

/** An import of the owner. */
async function importOf({ gyan, ownerId }: CaseContext): Promise<number> {
  const [row] = await gyan.db.query<{ id: number }>(
    sql`insert into imports (user_id, state) values (${ownerId}, 'cancelled') returning id`,
  );
  return row?.id ?? 0;
}

const knownJob = [about('of', async (s) => ({ query: { jobId: await importOf(s) } }), ownerKnows)];

export const fileCases = {
  'GET /r/export_file': [
    ...withVisible(chainOf, (chapterId) => ({ query: { chapterId, format: 'markdown' } })),
    ...withVisible(subjectOf, (subjectId) => ({ query: { subjectId, format: 'apkg' } })),
  ],
  'POST /r/import_file': [plain({ form: { format: 'csv', file: 'title,text\nOne,Two\n' } })],
  'GET /r/job': knownJob,
  'DELETE /r/job': knownJob,
};
