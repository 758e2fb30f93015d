import './topics.css';
import type { TopicModel } from '@gyan/contract/topics.ts';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SaveState } from '#ui/SaveState.tsx';
import { SortableList } from '#ui/SortableList.tsx';
import type { MyTopics } from './api.ts';
import { TopicPicture } from './TopicPicture.tsx';

interface ChosenTopicsProps {
  mine: MyTopics;
  /** The control for notices about a topic. */
  renderFollow: (topic: TopicModel) => ReactNode;
}

/** The topics the viewer follows, in the viewer's order. */
export function ChosenTopics({ mine, renderFollow }: ChosenTopicsProps) {
  const [lastChance, setLastChance] = useState<TopicModel>();
  if (mine.items === undefined) {
    return mine.query.isPending ? <RowSkeletons /> : <QueryError query={mine.query} />;
  }
  // A retired topic could not be added again, so removing it needs a confirmation.
  const remove = (topic: TopicModel) => {
    if (topic.retired) setLastChance(topic);
    else mine.removeWithUndo(topic.id);
  };
  return (
    <>
      <div className="topic-order-head">
        {mine.items.length > 1 && (
          <p className="quiet">Drag a topic by its handle, or use its arrows: what matters most first.</p>
        )}
        <SaveState state={mine.saving} />
      </div>
      <SortableList
        label="Chosen topics"
        items={mine.items}
        nameOf={({ name }) => name}
        renderItem={(topic) => (
          <div className="topic-line">
            <TopicPicture topic={topic} />
            <span>
              {topic.name}
              {topic.retired && <span className="topic-note">No longer offered</span>}
            </span>
          </div>
        )}
        renderActions={(topic) => (
          <>
            {renderFollow(topic)}
            <Button
              size="sm"
              variant="quiet"
              icon={<X size={18} aria-hidden="true" />}
              onClick={() => remove(topic)}
            >
              Remove<span className="sr-only"> {topic.name}</span>
            </Button>
          </>
        )}
        onMove={mine.move}
        empty={
          <EmptyState
            title="Not found any interests."
            action={
              <ButtonLink variant="primary" to={paths.myTopicsTab('choose')} replace>
                Choose topics
              </ButtonLink>
            }
          >
            Choose what you are curious about, and new cards about it come into your feed.
          </EmptyState>
        }
      />
      {lastChance && (
        <ConfirmDialog
          open
          danger
          title={`Remove “${lastChance.name}”?`}
          description="This topic is no longer offered: once you remove it, you cannot choose it again."
          confirmLabel="Remove"
          onConfirm={() => {
            mine.remove(lastChance.id);
            setLastChance(undefined);
          }}
          onCancel={() => setLastChance(undefined)}
        />
      )}
    </>
  );
}
