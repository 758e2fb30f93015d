import '../remix.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { cardCount } from '#lib/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { remixChanges } from './api.ts';
import { TakeOver } from './TakeOver.tsx';

interface ChangedChainCardsProps {
  userId: number;
  chainId: number;
}

interface ChangedCard {
  id: number;
  title: string;
}

/** Tells the owner of a copied chain which of its cards changed in the original. */
export function ChangedChainCards(props: ChangedChainCardsProps) {
  return (
    <QueryScope>
      <Offers {...props} />
    </QueryScope>
  );
}

function Offers({ userId, chainId }: ChangedChainCardsProps) {
  const { data } = useQuery(remixChanges(userId, { kind: 'chain', id: chainId }));
  const [open, setOpen] = useState<ChangedCard>();
  const client = useQueryClient();
  if (!data?.changed || data.changedPostVec.length === 0) return null;
  const done = () => {
    setOpen(undefined);
    void client.invalidateQueries({ queryKey: queryKeys.chain(userId, String(chainId)) });
    void client.invalidateQueries({ queryKey: queryKeys.chainCards(userId, chainId) });
  };
  return (
    <div className="remix-notice">
      <Alert title={`The original changed: ${cardCount(data.changedPostVec.length)}`}>
        <ul className="remix-changed">
          {data.changedPostVec.map((card) => (
            <li key={card.id}>
              <span>{card.title}</span>
              <Button size="sm" onClick={() => setOpen(card)}>
                See what changed<span className="sr-only"> in {card.title}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Alert>
      {open && <CardOffer userId={userId} card={open} onDone={done} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface CardOfferProps {
  userId: number;
  card: ChangedCard;
  onDone: () => void;
  onClose: () => void;
}

function CardOffer({ userId, card, onDone, onClose }: CardOfferProps) {
  const query = useQuery(remixChanges(userId, { kind: 'card', id: card.id }));
  if (query.error) return <QueryError query={query} />;
  if (!query.data) return null;
  return <TakeOver card={card} fields={query.data.fieldVec} onDone={onDone} onClose={onClose} />;
}
