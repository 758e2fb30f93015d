import { useQuery } from '@tanstack/react-query';
import { viewerCard } from '#features/cards/lazy/viewer-card.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { ViewerFieldsError } from './ViewerFieldsError.tsx';

interface ViewerCardFieldsProps {
  userId: number;
  cardId: number;
}

/** Reads the viewer's like and permissions into the card's entity; shows nothing but an error. */
export function ViewerCardFields(props: ViewerCardFieldsProps) {
  return (
    <QueryScope>
      <Read {...props} />
    </QueryScope>
  );
}

function Read({ userId, cardId }: ViewerCardFieldsProps) {
  const query = useQuery(viewerCard(userId, cardId));
  return <ViewerFieldsError of={{ kind: 'card', id: cardId }} query={query} />;
}
