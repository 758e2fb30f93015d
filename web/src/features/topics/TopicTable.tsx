import './topics.css';
import type { TopicModel } from '@gyan/contract/topics.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Check, Plus, X } from 'lucide-react';
import { useEffect } from 'react';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { type MyTopics, topicsNamed } from './api.ts';
import { TopicFilter, useTopicFilter } from './TopicFilter.tsx';
import { TopicPicture } from './TopicPicture.tsx';

interface TopicTableProps {
  userId: number;
  mine: MyTopics;
}

/** Longer lists get a filter. */
const fewTopics = 12;

/** All topics, to add or remove. */
export function TopicTable({ userId, mine }: TopicTableProps) {
  const filter = useTopicFilter();
  const query = useInfiniteQuery({ ...topicsNamed(userId, filter.q), placeholderData: keepPreviousData });
  const { data } = query;
  const found = data?.pages.flatMap(({ topicModelVec }) => topicModelVec) ?? [];
  // While the text and what is shown differ, the field stays: the user may be typing.
  const isFiltered = filter.text !== '' || filter.q !== '' || query.isPlaceholderData;
  const count = query.isPlaceholderData ? undefined : found.length;
  useEffect(() => {
    if (filter.q !== '' && count !== undefined) {
      announce(count === 0 ? 'Not found any interests.' : `${count} found`);
    }
  }, [filter.q, count]);

  if (query.isPending || (mine.items === undefined && mine.query.isPending))
    return <RowSkeletons count={6} />;
  if (data === undefined) return <QueryError query={query} />;
  if (mine.items === undefined) return <QueryError query={mine.query} />;
  return (
    <div className="stack">
      {(isFiltered || query.hasNextPage || found.length > fewTopics) && <TopicFilter filter={filter} />}
      {found.length === 0 ? (
        <EmptyState title="Not found any interests.">
          {filter.q === ''
            ? 'Topics can be chosen once an admin has made some.'
            : `No topic has “${filter.q}” in its name.`}
        </EmptyState>
      ) : (
        <table className="topic-table">
          <caption className="sr-only">Topics</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Topic</th>
              <th scope="col">Choice</th>
            </tr>
          </thead>
          <tbody>
            {found.map((topic) => (
              <TopicRow key={topic.id} topic={topic} mine={mine} />
            ))}
          </tbody>
        </table>
      )}
      {query.isFetchNextPageError && <Alert tone="danger">{query.error?.message}</Alert>}
      {query.hasNextPage && (
        <LoadMore
          shown={found.length}
          hasMore
          busy={query.isFetchingNextPage}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </div>
  );
}

/** The whole row is clickable; clicks on its button bubble up to the row. */
function TopicRow({ topic, mine }: { topic: TopicModel; mine: MyTopics }) {
  const chosen = mine.has(topic.id);
  const toggle = () => {
    if (chosen) mine.remove(topic.id);
    else mine.add(topic);
    announce(chosen ? `${topic.name} is removed.` : `${topic.name} is added.`);
  };
  return (
    <tr className="topic-row" data-chosen={chosen || undefined} onClick={toggle}>
      <th scope="row" className="topic-name">
        <TopicPicture topic={topic} />
        <span>
          {topic.name}
          {topic.retired && <span className="topic-note">No longer offered</span>}
        </span>
      </th>
      <td className="topic-choice">
        {chosen && <Check className="topic-check" size={20} aria-hidden="true" />}
        <Button
          className="topic-button"
          size="sm"
          variant={chosen ? 'quiet' : 'outline'}
          icon={chosen ? <X size={18} aria-hidden="true" /> : <Plus size={18} aria-hidden="true" />}
        >
          {chosen ? 'Remove' : 'Add'}
          <span className="sr-only"> {topic.name}</span>
        </Button>
      </td>
    </tr>
  );
}
