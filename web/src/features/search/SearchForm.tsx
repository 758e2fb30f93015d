import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useQueryInput } from '#lib/use-query-input.ts';
import type { SearchTab } from './api.ts';

/** Debounces typing. */
const pauseMs = 250;
const minLength = 2;

interface SearchFormProps {
  q: string;
  tab: SearchTab;
  busy: boolean;
}

/** Searches while the viewer types. The query is kept in the URL; without JavaScript the form submits it. */
export function SearchForm({ q, tab, busy }: SearchFormProps) {
  const input = useQueryInput(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const loading = useNavigation().location;
  /** What is being searched for, else what was found. */
  const requested = useRef<string>(null);
  useEffect(() => {
    requested.current = loading ? new URLSearchParams(loading.search).get('q') : q;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const look = (options: { replace: boolean }) => {
    clearTimeout(timer.current);
    const wanted = input.current?.value.trim() ?? '';
    if (wanted === '' || wanted === requested.current) return;
    void navigate(paths.search(wanted, tab), options);
  };
  const onInput = () => {
    clearTimeout(timer.current);
    const length = [...(input.current?.value.trim() ?? '')].length;
    if (length >= minLength) timer.current = setTimeout(() => look({ replace: true }), pauseMs);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    look({ replace: false });
  };

  return (
    <search className="search-form">
      <form action={paths.search()} onSubmit={onSubmit} aria-busy={busy}>
        <Search size={20} aria-hidden="true" />
        <input
          ref={input}
          className="input"
          type="search"
          name="q"
          defaultValue={q}
          required
          maxLength={200}
          aria-label="Search"
          aria-keyshortcuts="/"
          placeholder="What are you curious about?"
          autoComplete="off"
          enterKeyHint="search"
          onInput={onInput}
        />
        {tab !== 'cards' && <input type="hidden" name="t" value={tab} />}
      </form>
    </search>
  );
}
