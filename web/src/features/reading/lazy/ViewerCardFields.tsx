import { useQuery } from '@tanstack/react-query';
import { viewerCard } from '#features/cards/lazy/viewer-card.ts';
import { QueryScope } from '#lib/QueryScope.tsx';

interface ViewerCardFieldsProps {
  userId: number;
  cardId: number;
}

/** Reads the viewer's like and permissions into the card's entity; shows nothing. */
export function ViewerCardFields(props: ViewerCardFieldsProps) {
  return (
    <QueryScope>
      <Read {...props} />
    </QueryScope>
  );
}

function Read({ userId, cardId }: ViewerCardFieldsProps) {
  useQuery(viewerCard(userId, cardId));
  return null;
}
