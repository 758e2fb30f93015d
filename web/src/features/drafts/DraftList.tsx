import './drafts.css';
import type { PostModel } from '@gyan/contract/cards.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { cardName, cardText, firstPhoto } from '#features/cards/card-view.ts';
import { scheduleText } from '#features/publication/schedule.ts';
import { api } from '#features/session/actions.ts';
import { CardIcon } from '#features/tiles/Icons.tsx';
import { ContentRow, type ContentRowProps } from '#features/tiles/lazy/ContentRow.tsx';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { cardCount, chapterCount } from '#lib/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { type Drafts, draftsOf } from './api.ts';
import { PublishCollection } from './PublishCollection.tsx';
import { PublishDraft } from './PublishDraft.tsx';
import { usePendingDeletions } from './pending-deletions.ts';
import { type DraftRef, draftKey, useDeleteDraft } from './use-delete-draft.ts';

interface DraftItem extends DraftRef {
  row: Pick<ContentRowProps, 'href' | 'photo' | 'note'>;
  /** Of a card. */
  card?: PostModel;
}

const cardItem = (card: PostModel): DraftItem => {
  const excerpt = firstWords(cardText(card), previewWordCount);
  return {
    kind: 'card',
    id: card.id,
    title: cardName(card),
    card,
    row: {
      href: paths.editDraft(card.id),
      photo: firstPhoto(card),
      note: (
        <>
          <TimeAgo nanoseconds={card.updatedAt ?? card.createdAt} />
          {excerpt !== '' && ` · ${excerpt}`}
        </>
      ),
    },
  };
};

/** A draft that was edited while pages were loaded can be on two of them. */
const unique = <Item extends { id: number }>(items: readonly Item[]) => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

const sectionsOf = (pages: readonly Drafts[]) => [
  { heading: 'Cards', items: unique(pages.flatMap(({ postModelVec }) => postModelVec)).map(cardItem) },
  {
    heading: 'Chains',
    items: unique(pages.flatMap(({ chapterModelVec }) => chapterModelVec)).map(
      (chain): DraftItem => ({
        kind: 'chain',
        id: chain.id,
        title: chain.title,
        row: {
          href: paths.editChain(chain.id),
          photo: firstPhoto(chain),
          note: cardCount(chain.postCount ?? 0),
        },
      }),
    ),
  },
  {
    heading: 'Subjects',
    items: unique(pages.flatMap(({ subjectModelVec }) => subjectModelVec)).map(
      (subject): DraftItem => ({
        kind: 'subject',
        id: subject.id,
        title: subject.title,
        row: {
          href: paths.editSubject(subject.id),
          photo: firstPhoto(subject),
          note: chapterCount(subject.chapterCount ?? 0),
        },
      }),
    ),
  },
];

/** The viewer's drafts: to go on with, publish or delete. */
export function DraftList({ userId }: { userId: number }) {
  const drafts = useInfiniteQuery(draftsOf(userId));
  const hidden = usePendingDeletions();
  const remove = useDeleteDraft(userId);
  const [publishing, setPublishing] = useState<DraftItem>();
  const list = useRef<HTMLDivElement>(null);
  const sections = sectionsOf(drafts.data?.pages ?? [])
    .map(({ heading, items }) => ({ heading, items: items.filter((item) => !hidden.has(draftKey(item))) }))
    .filter(({ items }) => items.length > 0);
  const keys = sections.flatMap(({ items }) => items.map(draftKey));
  const rememberRow = useFocusAfterRemoval(keys, list);
  if (drafts.data === undefined) {
    return drafts.isPending ? <RowSkeletons /> : <QueryError query={drafts} />;
  }
  if (sections.length === 0 && !drafts.hasNextPage) {
    return (
      <div ref={list}>
        <NoDrafts />
      </div>
    );
  }
  const close = () => setPublishing(undefined);
  return (
    <div ref={list} className="drafts">
      {sections.map(({ heading, items }) => (
        <section key={heading} aria-labelledby={`drafts-${heading}`}>
          <h2 id={`drafts-${heading}`}>{heading}</h2>
          <ul className="draft-list">
            {items.map((item) => (
              <li key={item.id} className="draft">
                <div className="stack stack-sm">
                  <ContentRow id={item.id} title={item.title} {...item.row} />
                  {item.card?.publishAt != null && (
                    <Schedule userId={userId} card={item.card} publishAt={item.card.publishAt} />
                  )}
                </div>
                <Actions
                  item={item}
                  onPublish={() => {
                    rememberRow(draftKey(item));
                    setPublishing(item);
                  }}
                  onDelete={() => {
                    rememberRow(draftKey(item));
                    remove({ kind: item.kind, id: item.id, title: item.title });
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {drafts.isFetchNextPageError && <Alert tone="danger">{drafts.error.message}</Alert>}
      {(drafts.hasNextPage || drafts.data.pages.length > 1) && (
        <LoadMore
          shown={keys.length}
          hasMore={drafts.hasNextPage}
          busy={drafts.isFetchingNextPage}
          onLoad={() => void drafts.fetchNextPage()}
          end="These are all your drafts."
        />
      )}
      {publishing &&
        (publishing.card ? (
          <PublishDraft card={publishing.card} onClose={close} />
        ) : (
          <PublishCollection draft={publishing} onClose={close} />
        ))}
    </div>
  );
}

/** The link that names a row. */
const rowTitle = '.content-row-title';

/** When the row of the pressed button is gone, the next row takes the focus. Call the result at the press. */
function useFocusAfterRemoval(keys: readonly string[], list: RefObject<HTMLDivElement | null>) {
  const pressed = useRef<{ key: string; index: number }>(undefined);
  useEffect(() => {
    const at = pressed.current;
    if (!at || keys.includes(at.key)) return;
    pressed.current = undefined;
    if (document.activeElement !== document.body) return;
    const titles = list.current?.querySelectorAll<HTMLElement>(rowTitle) ?? [];
    // Without a row there is the link to Create.
    const next = titles[Math.min(at.index, titles.length - 1)] ?? list.current?.querySelector('a');
    next?.focus();
  });
  return (key: string) => {
    pressed.current = { key, index: keys.indexOf(key) };
  };
}

interface ActionsProps {
  item: DraftItem;
  onPublish: () => void;
  onDelete: () => void;
}

function Actions({ item: { title, row }, onPublish, onDelete }: ActionsProps) {
  const of: ReactNode = <span className="sr-only"> {title}</span>;
  return (
    <div className="draft-actions">
      <ButtonLink size="sm" to={row.href} icon={<Pencil size={16} aria-hidden="true" />}>
        Edit{of}
      </ButtonLink>
      <Button size="sm" icon={<Send size={16} aria-hidden="true" />} onClick={onPublish}>
        Publish{of}
      </Button>
      <Button size="sm" variant="quiet" icon={<Trash2 size={16} aria-hidden="true" />} onClick={onDelete}>
        Delete{of}
      </Button>
    </div>
  );
}

interface ScheduleProps {
  userId: number;
  card: PostModel;
  publishAt: number;
}

function Schedule({ userId, card, publishAt }: ScheduleProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const cancel = async ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
    setBusy(true);
    const body = new FormData();
    body.set('postId', String(card.id));
    body.set('version', String(card.version));
    body.set('publishAt', '');
    try {
      await api('PUT /r/post', { body });
      // The button is about to unmount.
      if (document.activeElement === button) {
        button.closest('.draft')?.querySelector<HTMLElement>(rowTitle)?.focus();
      }
      queueToast({ tone: 'success', text: 'It stays a draft until you publish it.' });
    } catch (error) {
      queueToast({ tone: 'danger', text: error instanceof Error ? error.message : 'Please try again.' });
    }
    await client.invalidateQueries({ queryKey: draftsOf(userId).queryKey });
    setBusy(false);
  };
  return (
    <p className="draft-schedule">
      <CalendarClock size={16} aria-hidden="true" />
      <span>{scheduleText(publishAt)}</span>
      <Button size="sm" variant="quiet" busy={busy} onClick={(event) => void cancel(event)}>
        Cancel<span className="sr-only"> the schedule of {cardName(card)}</span>
      </Button>
    </p>
  );
}

const NoDrafts = () => (
  <EmptyState
    icon={<CardIcon />}
    title="No drafts"
    action={
      <ButtonLink to={paths.createCard} variant="primary" icon={<Plus size={20} aria-hidden="true" />}>
        Create
      </ButtonLink>
    }
  >
    What you begin in Create is saved here as you write, so that you can go on with it on any device.
  </EmptyState>
);
