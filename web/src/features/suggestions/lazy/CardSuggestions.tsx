import { QueryScope } from '#lib/QueryScope.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SuggestionList } from './SuggestionList.tsx';

interface CardSuggestionsProps {
  userId: number;
  card: { id: number; title: string };
  onClose: () => void;
}

/** The suggestions for one card, for its owner and admins. */
export function CardSuggestions({ userId, card, onClose }: CardSuggestionsProps) {
  return (
    <QueryScope>
      <Dialog open size="lg" title={`Suggestions for “${card.title}”`} onClose={onClose}>
        <SuggestionList userId={userId} box={{ cardId: card.id }} onDecided={onClose} />
      </Dialog>
    </QueryScope>
  );
}
