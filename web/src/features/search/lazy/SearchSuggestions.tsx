// oxlint-disable jsx-a11y/prefer-tag-over-role -- the options are links, which no list element can hold
import './suggestions.css';
import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#features/session/actions.ts';
import { CardIcon, ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { announce } from '#ui/announcer.ts';
import { Link } from '#ui/Link.tsx';
import { Highlighted } from '../Highlighted.tsx';
import { typedWords } from '../match.ts';
import { findSuggestions, type Suggestion, type SuggestionKind } from './suggestions.ts';

const pauseMs = 200;
const minLength = 2;

const kinds: [SuggestionKind, string][] = [
  ['card', 'Cards'],
  ['chain', 'Chains'],
  ['subject', 'Subjects'],
  ['person', 'People'],
];

interface Found {
  q: string;
  suggestions: Suggestion[];
}

/** A list below the search box: what is typed finds cards, chains, subjects and people. The box keeps the focus. */
export function SearchSuggestions({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  const navigate = useNavigate();
  const { found, close } = useFound(input);
  const [active, setActive] = useState(-1);
  const [lastFound, setLastFound] = useState(found);
  if (found !== lastFound) {
    setLastFound(found);
    setActive(-1);
  }
  const options = found ? [...found.suggestions.map(({ href }) => href), paths.search(found.q)] : [];
  const optionId = (at: number) => `${id}-${at}`;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!found) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      // The place before the first option is the box itself.
      const places = options.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter') {
      const href = options[active];
      if (href !== undefined) {
        event.preventDefault();
        void navigate(href);
      }
      close();
    }
  });
  useEffect(() => {
    const box = input.current;
    box?.addEventListener('keydown', onKey);
    return () => box?.removeEventListener('keydown', onKey);
  }, [input]);
  useComboboxRole(input, {
    listId: id,
    open: found !== undefined,
    activeId: active < 0 ? null : optionId(active),
  });

  if (!found) return <div id={id} role="listbox" aria-label="Suggestions" hidden />;
  const typed = typedWords(found.q);
  return (
    <div className="suggestions" id={id} role="listbox" aria-label="Suggestions">
      {kinds.map(([kind, label]) => {
        const ofKind = found.suggestions.filter((suggestion) => suggestion.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <div key={kind} role="group" aria-label={label}>
            <p className="suggestions-kind" role="presentation">
              {label}
            </p>
            {ofKind.map((suggestion) => {
              const at = found.suggestions.indexOf(suggestion);
              return (
                <Option
                  key={suggestion.key}
                  id={optionId(at)}
                  to={suggestion.href}
                  active={at === active}
                  onOpen={close}
                >
                  <KindIcon {...suggestion} />
                  <span className="suggestion-title">
                    <Highlighted text={suggestion.title} typed={typed} />
                  </span>
                  {suggestion.note && <span className="suggestion-note">{suggestion.note}</span>}
                </Option>
              );
            })}
          </div>
        );
      })}
      <Option
        id={optionId(options.length - 1)}
        to={paths.search(found.q)}
        active={active === options.length - 1}
        onOpen={close}
      >
        <Search size={20} aria-hidden="true" />
        <span className="suggestion-title">All results for “{found.q}”</span>
      </Option>
    </div>
  );
}

interface OptionProps {
  id: string;
  to: string;
  active: boolean;
  onOpen: () => void;
  children: ReactNode;
}

function Option({ id, to, active, onOpen, children }: OptionProps) {
  return (
    <Link
      id={id}
      className="suggestion"
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={to}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      {children}
    </Link>
  );
}

const icons = { card: CardIcon, chain: ChainIcon, subject: SubjectIcon };

function KindIcon({ kind, title, photoUrl }: Suggestion) {
  if (kind === 'person') return <Avatar size="xs" name={title} photoUrl={photoUrl} />;
  const Icon = icons[kind];
  return <Icon size={20} />;
}

/** Searches for what is typed, after a pause; undefined while nothing is to be shown. */
function useFound(input: RefObject<HTMLInputElement | null>) {
  const [found, setFound] = useState<Found>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<AbortController>(undefined);

  const stop = () => {
    clearTimeout(timer.current);
    running.current?.abort();
  };
  const close = () => {
    stop();
    setFound(undefined);
  };
  const find = async (q: string) => {
    const search = new AbortController();
    running.current = search;
    try {
      const suggestions = await findSuggestions(api, q, search.signal);
      if (search.signal.aborted) return;
      setFound({ q, suggestions });
      announce(suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`);
    } catch {
      // Suggestions are optional: the form still searches.
      if (!search.signal.aborted) setFound(undefined);
    }
  };
  const onInput = useEffectEvent(() => {
    const q = input.current?.value.trim() ?? '';
    stop();
    if ([...q].length < minLength) setFound(undefined);
    else timer.current = setTimeout(() => void find(q), pauseMs);
  });
  const onBlur = useEffectEvent(close);
  const onUnmount = useEffectEvent(stop);
  useEffect(() => {
    const box = input.current;
    box?.addEventListener('input', onInput);
    box?.addEventListener('blur', onBlur);
    // Something may have been typed before this was loaded.
    const typedBefore = setTimeout(onInput);
    return () => {
      clearTimeout(typedBefore);
      box?.removeEventListener('input', onInput);
      box?.removeEventListener('blur', onBlur);
      onUnmount();
    };
  }, [input]);
  return { found, close };
}

interface ComboboxState {
  listId: string;
  open: boolean;
  activeId: string | null;
}

/** The ARIA attributes of the box, which is rendered before this component is loaded. */
function useComboboxRole(
  input: RefObject<HTMLInputElement | null>,
  { listId, open, activeId }: ComboboxState,
) {
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    box.setAttribute('role', 'combobox');
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-controls', listId);
    box.setAttribute('aria-expanded', String(open));
    if (activeId === null) box.removeAttribute('aria-activedescendant');
    else box.setAttribute('aria-activedescendant', activeId);
  }, [input, listId, open, activeId]);
}
