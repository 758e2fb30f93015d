// oxlint-disable jsx-a11y/prefer-tag-over-role -- the box keeps the focus, which no list element allows
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { peopleKey } from '#features/users/lazy/people-cache.ts';
import { ownerOf } from '#features/users/owner.ts';
import { loadAllPages } from '#lib/load-all-pages.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { announce } from '#ui/announcer.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { findMentionQuery, type MentionQuery, matchPeople } from './mention-input.ts';
import type { Mention } from './mentions.ts';

const offered = 6;

interface Mentionable extends Mention {
  photoUrl: string | null;
}

/** The viewer's connections. */
const mentionable = () =>
  queryOptions({
    queryKey: peopleKey('mentionable'),
    queryFn: async ({ signal }) => {
      const people = await loadAllPages(
        (cursor) => api('GET /r/connections', { query: { cursor }, signal }),
        ({ connModelVec }) => connModelVec,
      );
      return people.map(({ connectionModel }): Mentionable => {
        const { name, photoUrl } = ownerOf(connectionModel);
        return { userId: connectionModel.userId, name, photoUrl };
      });
    },
    staleTime: 5 * 60_000,
  });

interface MentionAreaProps extends ComponentProps<'textarea'> {
  /** A person was chosen; “@Name” is in the text. */
  onMention: (person: Mention) => void;
}

/** A text box that offers the viewer's connections after an `@`. Arrow keys choose, Enter or Tab takes one. */
export function MentionArea({ onMention, onKeyDown, onInput, onBlur, ...rest }: MentionAreaProps) {
  const id = useId();
  const [query, setQuery] = useState<MentionQuery>();
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const { data: people } = useQuery({ ...mentionable(), enabled: query !== undefined });
  const found = query && people ? matchPeople(people, query.q, offered) : [];
  const open = found.length > 0;
  const optionId = (at: number) => `${id}-${at}`;

  // Above the bottom bar of phones.
  useEffect(() => {
    if (open) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [open, id]);

  const look = (area: HTMLTextAreaElement) => {
    const caret = area.selectionEnd;
    const next = caret === area.selectionStart ? findMentionQuery(area.value.slice(0, caret)) : undefined;
    if (next && people && next.q !== query?.q) {
      const count = matchPeople(people, next.q, offered).length;
      if (count > 0) announce(count === 1 ? '1 person' : `${count} people`);
    }
    setQuery(next);
    setActive(0);
  };

  const take = (person: Mentionable) => {
    const area = box.current?.querySelector('textarea');
    if (!query || !area) return;
    area.setRangeText(`@${person.name} `, query.start, query.start + 1 + query.q.length, 'end');
    setQuery(undefined);
    onMention({ userId: person.userId, name: person.name });
    // The form reads the text as if it was typed.
    area.dispatchEvent(new Event('input', { bubbles: true }));
    area.focus();
  };

  const choose = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const person = found[active];
    if (step !== 0) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Escape') setQuery(undefined);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && person) take(person);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  return (
    <div className="mention-area" ref={box}>
      <TextArea
        {...rest}
        aria-autocomplete="list"
        aria-controls={open ? id : undefined}
        aria-activedescendant={open ? optionId(active) : undefined}
        onKeyDown={(event) => {
          const isSending = event.ctrlKey || event.metaKey;
          if (open && !isSending && choose(event)) return;
          onKeyDown?.(event);
        }}
        onInput={(event) => {
          look(event.currentTarget);
          onInput?.(event);
        }}
        onBlur={(event) => {
          setQuery(undefined);
          onBlur?.(event);
        }}
      />
      {open && (
        <div className="mention-list" id={id} role="listbox" aria-label="People to mention">
          {found.map((person, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are handled by the box
            <div
              key={person.userId}
              id={optionId(at)}
              role="option"
              aria-selected={at === active}
              className="mention-option"
              // The box keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              <Avatar size="xs" name={person.name} photoUrl={person.photoUrl} />
              {person.name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
