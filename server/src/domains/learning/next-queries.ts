import type { Db } from '#db/pool.ts';
import { chainJson, joinChainParts } from '#domains/chains/view.ts';
import { isListedCollection } from '#domains/collections/view.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import { isNotLeaving } from '#domains/users/view.ts';
import { isListed, isReadable } from '#domains/visibility/view.ts';
import type { Collection } from './progress-queries.ts';

const cardsOf = {
  chain: 'select card_id from chain_cards where chain_id = $1::bigint',
  subject: `select link.card_id from subject_chains as chapter join chain_cards as link on link.chain_id = chapter.chain_id
    where chapter.subject_id = $1::bigint`,
};

/** Of a chain or subject with more cards, so many decide its topic. */
const mostCards = 200;
/** So many of the newest cards of a topic are searched for subjects. */
const mostOfTopic = 1000;

/** The chapter after a chain, in the best of the subjects that have one. */
const nextChapter = `
      select following.chain_id
      from subject_chains as chapter
        join subjects as subject on subject.id = chapter.subject_id and ${isListed('subject')}
          and ${isNotLeaving('subject.owner_id')}
        cross join lateral (
          select after.chain_id
          from subject_chains as after join chains as chain on chain.id = after.chain_id
          where after.subject_id = chapter.subject_id and ${isListed('chain')} and chain.shown_count > 0
            and ${isNotLeaving('chain.owner_id')}
            and (after.rank, after.chain_id) > (chapter.rank, chapter.chain_id)
          order by after.rank, after.chain_id limit 1
        ) as following
      where chapter.chain_id = $1::bigint
      order by subject.score desc, subject.id limit 1`;

/**
 * The next chapter of a chain; else the best other subject that shares the most frequent topic of the cards; else one
 * by the same maker. Subjects that hold the chain are left out.
 */
function statement(kind: Collection['kind']): string {
  const isOther =
    kind === 'subject'
      ? 'candidate.id <> collection.id'
      : 'not exists (select from subject_chains where subject_id = candidate.id and chain_id = collection.id)';
  return `
    with collection as (
      select id, owner_id from ${kind}s as collection
      where id = $1::bigint and ${isReadable('collection', undefined)} and ${isNotLeaving('owner_id')}
    ),
    topic as (
      select topic_id from card_topics
      where card_id in (select card_id from (${cardsOf[kind]} limit ${mostCards}) as listed)
      group by topic_id order by count(*) desc, topic_id limit 1
    ),
    of_topic as (
      select candidate.id, 1 as n, candidate.score
      from (
        select distinct chapter.subject_id
        from (
          select card_id from card_topics where topic_id = (select topic_id from topic)
          order by card_id desc limit ${mostOfTopic}
        ) as newest
          join chain_cards as link on link.card_id = newest.card_id
          join subject_chains as chapter on chapter.chain_id = link.chain_id
      ) as sharing
        join subjects as candidate on candidate.id = sharing.subject_id
        cross join collection
      where ${isOther} and ${isListedCollection('subject', 'candidate')} and ${isNotLeaving('candidate.owner_id')}
      order by candidate.score desc limit 1
    ),
    of_maker as (
      select candidate.id, 2 as n, candidate.score
      from subjects as candidate join collection on collection.owner_id = candidate.owner_id
      where ${isOther} and ${isListedCollection('subject', 'candidate')}
      order by candidate.score desc limit 1
    ),
    chosen as (select id, n from (select * from of_topic union all select * from of_maker) as found order by n limit 1),
    chapter as (${kind === 'chain' ? nextChapter : 'select null::bigint as chain_id where false'})
    select json_build_object(
      'reason', case
        when exists (select from chapter) then 'chapter'
        else (select case n when 1 then 'topic' else 'maker' end from chosen)
      end,
      'chapterModel', (
        select json_strip_nulls(${chainJson('chain')})
        from chains as chain ${joinChainParts('chain')}
        where chain.id = (select chain_id from chapter)
      ),
      'subjectModel', (
        select json_strip_nulls(${subjectJson('subject')})
        from subjects as subject ${joinSubjectParts('subject')}
        where subject.id = (select id from chosen) and not exists (select from chapter)
      )
    )::text as body
    from collection`;
}

const statements = { chain: statement('chain'), subject: statement('subject') };

/** The JSON of `GET /read_next`; undefined when the chain or subject is not there. */
export async function findNext(db: Db, { kind, id }: Collection): Promise<string | undefined> {
  const [row] = await db.query<{ body: string }>({
    name: `next-after-${kind}`,
    text: statements[kind],
    values: [id],
  });
  return row?.body;
}
