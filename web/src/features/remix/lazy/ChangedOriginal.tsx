import '../remix.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { remixChanges } from './api.ts';
import { TakeOver } from './TakeOver.tsx';

interface ChangedOriginalProps {
  userId: number;
  card: { id: number; title: string };
  /** The card was changed by a take-over. */
  onTaken?: () => void;
}

/** Tells the owner of a copied card that its original changed. */
export function ChangedOriginal(props: ChangedOriginalProps) {
  return (
    <QueryScope>
      <Offer {...props} />
    </QueryScope>
  );
}

function Offer({ userId, card, onTaken }: ChangedOriginalProps) {
  const { data } = useQuery(remixChanges(userId, { kind: 'card', id: card.id }));
  const [open, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  if (!data?.changed) return null;
  const done = () => {
    setOpen(false);
    onTaken?.();
    // The loader sets the document title.
    void revalidate();
  };
  return (
    <div className="remix-notice">
      <Alert title="The original changed">
        <Button size="sm" onClick={() => setOpen(true)}>
          See what changed
        </Button>
      </Alert>
      {open && <TakeOver card={card} fields={data.fieldVec} onDone={done} onClose={() => setOpen(false)} />}
    </div>
  );
}
