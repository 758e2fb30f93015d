import type { PostModel } from '@gyan/contract/cards.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  Ellipsis,
  Flag,
  GitFork,
  History as HistoryIcon,
  Lightbulb,
  PencilLine,
  Printer,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RichTextEditor } from '#features/cards/lazy/CardTextFields.tsx';
import { reportDialog } from '#features/moderation/lazy-parts.ts';
import { remixCard } from '#features/remix/lazy/api.ts';
import { cardHistory } from '#features/revisions/lazy-parts.ts';
import { isAdmin, isCreator } from '#features/session/store.ts';
import { suggestionsIn } from '#features/suggestions/lazy/api.ts';
import { cardSuggestions, suggestChange } from '#features/suggestions/lazy-parts.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Menu, type MenuItem } from '#ui/Menu.tsx';
import { queueToast } from '#ui/toast-queue.ts';

interface CardMenuProps {
  user: UserModel;
  /** As the viewer sees it. */
  card: PostModel;
  Editor: RichTextEditor;
}

/** What a signed-in user can do with a card besides the buttons beside it. */
export function CardMenu(props: CardMenuProps) {
  return (
    <QueryScope>
      <Actions {...props} />
    </QueryScope>
  );
}

function Actions({ user, card, Editor }: CardMenuProps) {
  const { userId } = user;
  const isOwn = card.ownerModel.userId === userId;
  const manages = isOwn || isAdmin(user);
  const [open, setOpen] = useState<'history' | 'suggest' | 'suggestions' | 'report'>();
  const close = () => setOpen(undefined);
  const remix = useRemix(card);
  const suggestions = useInfiniteQuery({ ...suggestionsIn(userId, { cardId: card.id }), enabled: manages });
  const openCount =
    suggestions.data?.pages.flatMap((page) => page.suggestionModelVec).filter(({ state }) => state === 'open')
      .length ?? 0;

  const openText = openCount === 1 ? '1 open suggestion' : `${openCount} open suggestions`;

  const items: MenuItem[] = [];
  if (manages) {
    items.push({
      label: openCount > 0 ? `Suggestions (${openCount})` : 'Suggestions',
      icon: <Lightbulb size={18} aria-hidden="true" />,
      onSelect: () => setOpen('suggestions'),
    });
    items.push({
      label: 'History',
      icon: <HistoryIcon size={18} aria-hidden="true" />,
      onSelect: () => setOpen('history'),
    });
  }
  if (!isOwn && !card.locked) {
    items.push({
      label: 'Suggest a change',
      icon: <PencilLine size={18} aria-hidden="true" />,
      onSelect: () => setOpen('suggest'),
    });
  }
  if (card.can?.remix && isCreator(user)) {
    items.push({ label: 'Remix', icon: <GitFork size={18} aria-hidden="true" />, onSelect: remix });
  }
  if (card.visibility !== 'draft') {
    items.push({
      label: 'Print',
      icon: <Printer size={18} aria-hidden="true" />,
      onSelect: () => globalThis.location.assign(paths.print('card', card.urlText)),
    });
  }
  if (!isOwn) {
    items.push({
      label: 'Report',
      icon: <Flag size={18} aria-hidden="true" />,
      onSelect: () => setOpen('report'),
    });
  }
  if (items.length === 0) return null;

  return (
    <>
      <Menu
        variant="outline"
        align="end"
        label={openCount > 0 ? `More actions, ${openText}` : 'More actions'}
        groups={[{ items }]}
      >
        <Ellipsis size={20} aria-hidden="true" />
        {openCount > 0 && <span className="tab-count">{openCount}</span>}
      </Menu>
      {open === 'history' && (
        <cardHistory.Component
          userId={userId}
          card={card}
          canRestore={card.can?.edit === true}
          onClose={close}
        />
      )}
      {open === 'suggestions' && <cardSuggestions.Component userId={userId} card={card} onClose={close} />}
      {open === 'report' && <reportDialog.Component kind="post" id={card.id} onClose={close} />}
      {open === 'suggest' && (
        <suggestChange.Component userId={userId} card={card} Editor={Editor} onClose={close} />
      )}
    </>
  );
}

/** Copies the card into the viewer's drafts and opens it there. */
function useRemix({ id, title }: PostModel): () => void {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const remix = async () => {
    setBusy(true);
    try {
      const draftId = await remixCard(id);
      if (draftId !== undefined) await navigate(paths.editDraft(draftId));
    } catch (error) {
      queueToast({ tone: 'danger', text: `“${title}” was not remixed. ${reasonOf(error)}` });
    } finally {
      setBusy(false);
    }
  };
  return () => {
    if (!busy) void remix();
  };
}
