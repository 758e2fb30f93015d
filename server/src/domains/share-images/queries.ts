import type { Db } from '#db/pool.ts';
import { joinCardParts } from '#domains/cards/view.ts';
import { joinChainParts } from '#domains/chains/view.ts';
import { joinSubjectParts } from '#domains/subjects/view.ts';
import { fullName } from '#domains/users/view.ts';
import { isListed, isReadable, isShownIn } from '#domains/visibility/view.ts';

/** What has a share image; the names are those of the paths. */
export type SharedKind = 'pd' | 'ch' | 'sub' | 'up';

export interface Shared {
  title: string;
  ownerName: string;
  photoKey: string | null;
  /** The number of its cards. */
  count: number;
}

const statements: Record<SharedKind, string> = {
  pd: `
    select card.title, ${fullName('card_owner')} as "ownerName", card_photo.key as "photoKey", 1 as count
    from cards as card ${joinCardParts('card')}
    where card.id = $1::bigint and ${isReadable('card', undefined)}`,
  ch: `
    select chain.title, ${fullName('chain_owner')} as "ownerName", chain_photo.key as "photoKey",
      chain.shown_count as count
    from chains as chain ${joinChainParts('chain')}
    where chain.id = $1::bigint and ${isReadable('chain', undefined)}`,
  sub: `
    select subject.title, ${fullName('subject_owner')} as "ownerName", subject_photo.key as "photoKey", (
        select coalesce(sum(chains.shown_count), 0)::int
        from subject_chains join chains on chains.id = subject_chains.chain_id
        where subject_chains.subject_id = subject.id and ${isShownIn('subject', 'chains', undefined)}
      ) as count
    from subjects as subject ${joinSubjectParts('subject')}
    where subject.id = $1::bigint and ${isReadable('subject', undefined)}`,
  up: `
    select ${fullName('person')} as title, '' as "ownerName", photo.key as "photoKey", (
        select count(*)::int from cards where owner_id = person.id and ${isListed('cards')}
      ) as count
    from users as person left join photos as photo on photo.id = person.photo_id
    where person.id = $1::bigint and person.leaving_at is null and person.email_verified_at is not null`,
};

/** Undefined for drafts, and for what is not there. */
export async function findShared(db: Db, kind: SharedKind, id: number): Promise<Shared | undefined> {
  const [row] = await db.query<Shared>({ name: `shared-${kind}`, text: statements[kind], values: [id] });
  return row;
}
