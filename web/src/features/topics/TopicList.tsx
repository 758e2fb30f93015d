import './topics.css';
import type { TopicModel } from '@gyan/contract/topics.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { PagedList } from '#lib/PagedList.tsx';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { topicsNamed, useRetirement } from './api.ts';
import { TopicDetails } from './TopicDetails.tsx';
import { TopicFilter, useTopicFilter } from './TopicFilter.tsx';
import { TopicPicture } from './TopicPicture.tsx';

/** All topics, for admins. */
export function TopicList({ userId }: { userId: number }) {
  const filter = useTopicFilter();
  const query = useInfiniteQuery({
    ...topicsNamed(userId, filter.q, true),
    placeholderData: keepPreviousData,
  });
  const retirement = useRetirement();
  const [edited, setEdited] = useState<TopicModel>();
  const [question, setQuestion] = useState<TopicModel>();

  const offer = (topic: TopicModel) =>
    retirement.mutate(
      { topic, retired: false },
      { onSuccess: () => queueToast({ tone: 'success', text: `“${topic.name}” is offered again.` }) },
    );
  const retire = (topic: TopicModel) => {
    setQuestion(undefined);
    retirement.mutate(
      { topic, retired: true },
      {
        onSuccess: () =>
          queueToast({
            tone: 'success',
            text: `“${topic.name}” is retired.`,
            action: { label: 'Undo', onPress: () => offer(topic) },
          }),
      },
    );
  };

  return (
    <div className="stack">
      <div className="topic-list-head">
        <TopicFilter filter={filter} />
        <ButtonLink
          to={paths.adminCreateTopic}
          variant="primary"
          icon={<Plus size={20} aria-hidden="true" />}
        >
          Create topic
        </ButtonLink>
      </div>
      {retirement.isError && (
        <Alert tone="danger" dismissible onHide={retirement.reset}>
          “{retirement.variables.topic.name}” stays as it was. {retirement.error.message}
        </Alert>
      )}
      <PagedList
        query={query}
        itemsOf={({ topicModelVec }) => topicModelVec}
        keyOf={({ id }) => id}
        label="Topics"
        outline={<Skeleton width="half" />}
        empty={
          <EmptyState title="Not found any topics.">
            {filter.q === ''
              ? 'Topics are what people follow: a card belongs to one when its tags or its text name it.'
              : `No topic has “${filter.q}” in its name.`}
          </EmptyState>
        }
        end="These are all topics."
      >
        {(topic) => (
          <div className="topic-line topic-line-admin">
            <TopicPicture topic={topic} />
            <span className="topic-line-name">
              {topic.name} {topic.retired && <Tag>Retired</Tag>}
            </span>
            <span className="topic-line-actions">
              <Button
                size="sm"
                icon={<Pencil size={16} aria-hidden="true" />}
                onClick={() => setEdited(topic)}
              >
                Edit<span className="sr-only"> {topic.name}</span>
              </Button>
              {topic.retired ? (
                <Button
                  size="sm"
                  variant="quiet"
                  icon={<ArchiveRestore size={16} aria-hidden="true" />}
                  onClick={() => offer(topic)}
                >
                  Offer again<span className="sr-only"> {topic.name}</span>
                </Button>
              ) : (
                <Button
                  size="sm"
                  variant="quiet"
                  icon={<Archive size={16} aria-hidden="true" />}
                  onClick={() => setQuestion(topic)}
                >
                  Retire<span className="sr-only"> {topic.name}</span>
                </Button>
              )}
            </span>
          </div>
        )}
      </PagedList>
      {edited && <TopicDetails key={edited.id} topic={edited} onClose={() => setEdited(undefined)} />}
      {question && (
        <ConfirmDialog
          open
          title={`Retire “${question.name}”?`}
          description="Nobody new can choose it. Those who follow it keep it, and it can be offered again."
          confirmLabel="Retire"
          onConfirm={() => retire(question)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}
