import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import type { Viewer } from '#http/viewer.ts';

/** What its author decides about a subject. */
export interface SubjectContent {
  title: string;
  desc: string | null;
  photoId: number | null;
}

export interface SubjectRow extends SubjectContent {
  id: number;
  ownerId: number;
  great: boolean;
}

export async function insertSubject(
  tx: Transaction,
  subject: SubjectContent & { ownerId: number },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into subjects (owner_id, title, description, photo_id, score)
    values (${subject.ownerId}, ${subject.title}, ${subject.desc}, ${subject.photoId}, trending_score(0, 0, false, now()))
    returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

const subjectHere = (id: number) => sql`
  select subjects.id, subjects.owner_id as "ownerId", subjects.title, subjects.description as "desc",
    subjects.photo_id as "photoId", subjects.great
  from subjects join users as owner on owner.id = subjects.owner_id and owner.leaving_at is null
  where subjects.id = ${id}`;

export async function findSubject(db: Db, id: number): Promise<SubjectRow | undefined> {
  const [row] = await db.query<SubjectRow>(subjectHere(id));
  return row;
}

/** A subject the viewer can see, which stays until the transaction ends. */
export async function holdSubject(
  tx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<SubjectRow | undefined> {
  const [row] = await tx.query<SubjectRow>(sql`
    with ${viewerTable(viewer)} ${subjectHere(id)} and ${raw(isNotBlocked('subjects.owner_id', fromViewerTable))}
    for key share of subjects`);
  return row;
}

/** For those who may change it; nobody else changes it or what is in it until the transaction ends. */
export async function lockSubject(tx: Transaction, id: number): Promise<SubjectRow | undefined> {
  const [row] = await tx.query<SubjectRow>(sql`${subjectHere(id)} for no key update of subjects`);
  return row;
}

/**
 * Whoever puts chains into a subject, takes them out or deletes it comes through here first, one at a time. Chains are locked before subjects, and
 * which chains a subject has could change while they are being locked.
 */
export async function enterSubject(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('subject ' || ${id}::bigint, 0))`);
}

/** The chapters of these subjects, with a lock on each that whoever changes their places waits for. */
export async function lockChainsOf(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select id from chains where id in (select chain_id from subject_chains where subject_id = any (${ids}))
    order by id for no key update`);
  return rows.map((row) => row.id);
}

export async function updateSubject(tx: Transaction, id: number, subject: SubjectContent): Promise<void> {
  await tx.query(sql`
    update subjects
    set title = ${subject.title}, description = ${subject.desc}, photo_id = ${subject.photoId}
    where id = ${id}`);
}

export async function updateSubjectQuality(tx: Transaction, id: number, great: boolean): Promise<void> {
  await tx.query(sql`
    update subjects set great = ${great}, score = trending_score(like_count, 0, ${great}, created_at) where id = ${id}`);
}

/** Its chains stay; likes and places in lists go with it. */
export async function deleteSubject(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`delete from subjects where id = ${id}`);
}
