import './editor.css';
import type { ChapterModel } from '@gyan/contract/chains.ts';
import { Search } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { cardName } from '#features/cards/card-view.ts';
import { CardIcon } from '#features/tiles/Icons.tsx';
import { ContentRow } from '#features/tiles/lazy/ContentRow.tsx';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SaveState } from '#ui/SaveState.tsx';
import { SortableList } from '#ui/SortableList.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';
import type { ChainCards } from './api.ts';
import { CardSearch } from './CardSearch.tsx';
import { cardRow } from './card-row.ts';

interface ChainEditorProps {
  userId: number;
  chain: ChapterModel;
  cards: ChainCards;
}

/** Reorders the cards of a chain and adds others. */
export function ChainEditor({ userId, chain, cards }: ChainEditorProps) {
  const params = useSearchParams()[0];
  const tab = params.get('tab') === 'search' ? 'search' : 'cards';
  const to = (value: string) => {
    const next = new URLSearchParams(params);
    next.set('tab', value);
    return { search: `?${next}` };
  };
  return (
    <>
      <div className="editor-tabs">
        <LinkTabs
          label="Parts of the editor"
          value={tab}
          items={[
            { value: 'cards', label: 'Cards', to: to('cards'), count: cards.items?.length },
            { value: 'search', label: 'Search for Cards', to: to('search') },
          ]}
        />
      </div>
      <div className="editor-panes" data-tab={tab}>
        <section className="editor-pane editor-pane-list" aria-labelledby="chain-cards">
          <div className="editor-pane-head">
            <h2 id="chain-cards">Cards</h2>
            <SaveState state={cards.saving} />
          </div>
          <CardList chain={chain} cards={cards} searchAt={to('search')} />
        </section>
        <section className="editor-pane editor-pane-search" aria-labelledby="chain-search">
          <div className="editor-pane-head">
            <h2 id="chain-search">Search for Cards</h2>
          </div>
          <CardSearch userId={userId} cards={cards} />
        </section>
      </div>
    </>
  );
}

interface CardListProps {
  chain: ChapterModel;
  cards: ChainCards;
  searchAt: { search: string };
}

function CardList({ chain, cards, searchAt }: CardListProps) {
  if (cards.items === undefined) {
    return cards.query.isPending ? <RowSkeletons /> : <QueryError query={cards.query} />;
  }
  return (
    <SortableList
      label={`Cards of ${chain.title}`}
      items={cards.items}
      nameOf={cardName}
      renderItem={(card) => <ContentRow {...cardRow(card)} />}
      renderActions={(card) => (
        <Button size="sm" variant="quiet" onClick={() => cards.removeWithUndo(card.id)}>
          Remove<span className="sr-only"> {cardName(card)}</span>
        </Button>
      )}
      onMove={cards.move}
      empty={
        <EmptyState
          icon={<CardIcon />}
          title="Not found any cards."
          action={
            <ButtonLink to={searchAt} replace icon={<Search size={18} aria-hidden="true" />}>
              Search for cards
            </ButtonLink>
          }
        >
          Search for the cards that belong here, and add as many as you like. Their order is yours to make.
        </EmptyState>
      }
    />
  );
}
