import type { Db, TransactionalDb } from '#db/pool.ts';
import { userNotFound } from '#domains/users/actions.ts';
import { recordAudit } from '#domains/users/audit.ts';
import type { Viewer } from '#http/viewer.ts';
import {
  type ActRow,
  type CaseRow,
  findUserRecord,
  insertNote,
  listActsOn,
  listCasesOf,
  listNotes,
  type NoteRow,
  type UserRecord,
} from './queries.ts';

interface FullRecord {
  record: UserRecord;
  acts: ActRow[];
  cases: CaseRow[];
  notes: NoteRow[];
}

export async function getUserRecord(db: Db, userId: number): Promise<FullRecord> {
  const record = await findUserRecord(db, userId);
  if (!record) throw userNotFound();
  const [acts, cases, notes] = await Promise.all([
    listActsOn(db, userId, { limit: 50 }),
    listCasesOf(db, userId, { onlyOpen: false }),
    listNotes(db, userId),
  ]);
  return { record, acts, cases, notes };
}

export async function writeNote(
  db: TransactionalDb,
  viewer: Viewer,
  { userId, text }: { userId: number; text: string },
): Promise<NoteRow> {
  return db.transaction(async (tx) => {
    if (!(await findUserRecord(tx, userId))) throw userNotFound();
    const note = await insertNote(tx, { userId, adminId: viewer.userId, text });
    await recordAudit(tx, {
      actorId: viewer.userId,
      action: 'user.note',
      target: { kind: 'user', id: userId },
    });
    return note;
  });
}
