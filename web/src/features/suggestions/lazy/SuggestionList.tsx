import '../suggestions.css';
import type { SuggestionModel } from '@gyan/contract/suggestions.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Difference } from '#features/revisions/Difference.tsx';
import { ownerOf } from '#features/users/owner.ts';
import { reasonOf } from '#lib/api-problem.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { useHashTarget } from '#lib/use-hash-target.ts';
import { Alert } from '#ui/Alert.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { decide, type SuggestionBox, suggestionsIn } from './api.ts';

interface SuggestionListProps {
  userId: number;
  box: SuggestionBox;
  /** A suggestion was accepted or declined. */
  onDecided?: () => void;
}

const emptyTexts = {
  received: 'When somebody suggests a change to one of your cards, it stands here for you to decide.',
  sent: 'Open somebody’s card, choose “Suggest a change” in its menu, and follow here what becomes of it.',
};

export function SuggestionList({ userId, box, onDecided }: SuggestionListProps) {
  const query = useInfiniteQuery(suggestionsIn(userId, box));
  useHashTarget(query);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.suggestionModelVec}
      keyOf={({ suggestionId }) => suggestionId}
      label="Suggestions"
      outline={<Skeleton width="wide" />}
      empty={
        <EmptyState icon={<Lightbulb size={40} aria-hidden="true" />} title="No suggestions yet">
          {emptyTexts[box === 'sent' ? 'sent' : 'received']}
        </EmptyState>
      }
      end="These are all suggestions."
    >
      {(suggestion) => (
        <Suggestion
          userId={userId}
          suggestion={suggestion}
          namesCard={typeof box === 'string'}
          decidable={box !== 'sent' && suggestion.state === 'open'}
          onDecided={onDecided}
        />
      )}
    </PagedList>
  );
}

const states = {
  open: <Tag tone="accent">Open</Tag>,
  accepted: <Tag tone="success">Accepted</Tag>,
  declined: <Tag>Declined</Tag>,
};

interface SuggestionProps {
  userId: number;
  suggestion: SuggestionModel;
  namesCard: boolean;
  decidable: boolean;
  onDecided: (() => void) | undefined;
}

function Suggestion({ userId, suggestion, namesCard, decidable, onDecided }: SuggestionProps) {
  const { userModel, createdAt, state, note, answer, outdated, changeVec } = suggestion;
  const author = ownerOf(userModel);
  const article = useRef<HTMLElement>(null);
  const wasDecidable = useRef(decidable);
  useEffect(() => {
    // The button with the focus is gone.
    if (wasDecidable.current && !decidable && document.activeElement === document.body) {
      article.current?.focus();
    }
    wasDecidable.current = decidable;
  }, [decidable]);
  return (
    <article ref={article} id={`suggestion-${suggestion.suggestionId}`} tabIndex={-1} className="linked-item">
      {namesCard && (
        <h2 className="change-suggestion-card">
          <Link className="link" to={paths.card(suggestion.postUrlText)}>
            {suggestion.postTitle}
          </Link>
        </h2>
      )}
      <div className="byline">
        <Link className="byline-owner" to={author.href}>
          <Avatar size="xs" name={author.name} photoUrl={author.photoUrl} />
          {author.name}
        </Link>
        <TimeAgo nanoseconds={createdAt} />
        {states[state]}
      </div>
      {note && <p className="change-suggestion-note">{note}</p>}
      {outdated && state === 'open' && <p className="quiet">The card was edited after this was suggested.</p>}
      {changeVec.length > 0 ? (
        <Difference changes={changeVec} />
      ) : (
        <p className="quiet">The card already says this.</p>
      )}
      {answer && (
        <p className="change-suggestion-answer">
          <span className="quiet">Answer: </span>
          {answer}
        </p>
      )}
      {decidable && (
        <Decision userId={userId} suggestion={suggestion} author={author.name} onDecided={onDecided} />
      )}
    </article>
  );
}

interface DecisionProps {
  userId: number;
  suggestion: SuggestionModel;
  author: string;
  onDecided: (() => void) | undefined;
}

function Decision({ userId, suggestion, author, onDecided }: DecisionProps) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<'accept' | 'decline'>();
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();

  const send = async (accepted: boolean) => {
    setBusy(accepted ? 'accept' : 'decline');
    setProblem(undefined);
    try {
      await decide(suggestion.suggestionId, accepted, note);
      queueToast({
        tone: 'success',
        text: accepted
          ? `“${suggestion.postTitle}” has the change, with thanks to ${author}.`
          : 'The suggestion is declined.',
      });
      onDecided?.();
      // The loader sets the document title.
      if (accepted) void revalidate();
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(undefined);
    }
    await client.invalidateQueries({ queryKey: queryKeys.allSuggestions(userId) });
  };

  return (
    <div className="change-suggestion-decision">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Field label={`A word to ${author}`} optional>
        <TextInput value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <div className="form-actions">
        <Button variant="primary" busy={busy === 'accept'} onClick={() => !busy && void send(true)}>
          Accept
        </Button>
        <Button busy={busy === 'decline'} onClick={() => !busy && void send(false)}>
          Decline
        </Button>
      </div>
    </div>
  );
}
