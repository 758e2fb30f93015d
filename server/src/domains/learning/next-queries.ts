import type { Db } from '#db/pool.ts';
import { joinSubjectParts, subjectJson } from '#domains/subjects/view.ts';
import { isNotLeaving } from '#domains/users/view.ts';
import type { Collection } from './progress-queries.ts';

const cardsOf = {
  chain: 'select card_id from chain_cards where chain_id = $1::bigint',
  subject: `select link.card_id from subject_chains as chapter join chain_cards as link on link.chain_id = chapter.chain_id
    where chapter.subject_id = $1::bigint`,
};

/** Things with more cards are judged by some of them. */
const mostCards = 200;

/**
 * The best other subject that shares the most frequent topic of the cards, else one by the same maker. A subject that
 * holds the chain itself is not news.
 */
function statement(kind: Collection['kind']): string {
  const isOther =
    kind === 'subject'
      ? 'candidate.id <> thing.id'
      : 'not exists (select from subject_chains where subject_id = candidate.id and chain_id = thing.id)';
  return `
    with thing as (
      select id, owner_id from ${kind}s as thing where id = $1::bigint and ${isNotLeaving('owner_id')}
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
        from card_topics
          join chain_cards as link on link.card_id = card_topics.card_id
          join subject_chains as chapter on chapter.chain_id = link.chain_id
        where card_topics.topic_id = (select topic_id from topic)
      ) as sharing
        join subjects as candidate on candidate.id = sharing.subject_id
        cross join thing
      where ${isOther} and ${isNotLeaving('candidate.owner_id')}
      order by candidate.score desc limit 1
    ),
    of_maker as (
      select candidate.id, 2 as n, candidate.score
      from subjects as candidate join thing on thing.owner_id = candidate.owner_id
      where ${isOther} and exists (
        select from subject_chains as chapter join chain_cards as link on link.chain_id = chapter.chain_id
        where chapter.subject_id = candidate.id
      )
      order by candidate.score desc limit 1
    ),
    chosen as (select id, n from (select * from of_topic union all select * from of_maker) as found order by n limit 1)
    select json_build_object(
      'reason', (select case n when 1 then 'topic' else 'maker' end from chosen),
      'subjectModel', (
        select json_strip_nulls(${subjectJson('subject')})
        from subjects as subject ${joinSubjectParts('subject')}
        where subject.id = (select id from chosen)
      )
    )::text as body
    from thing`;
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
