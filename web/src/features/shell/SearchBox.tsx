import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { searchSuggestions } from './lazy-parts.ts';

export const searchBoxId = 'search';

/** A plain form before the page is hydrated; the first focus loads suggestions. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [suggests, setSuggests] = useState(false);
  useEffect(() => {
    // The box can have the focus before the page is hydrated.
    const check = setTimeout(() => setSuggests(document.activeElement === input.current));
    return () => clearTimeout(check);
  }, []);
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = input.current?.value.trim() ?? '';
    if (q === '') input.current?.focus();
    else void navigate(paths.search(q));
  };
  return (
    <search className="topbar-search">
      <form action={paths.search()} onSubmit={submit}>
        <Search size={18} aria-hidden="true" />
        <input
          ref={input}
          onFocus={() => setSuggests(true)}
          id={searchBoxId}
          className="input"
          type="search"
          name="q"
          required
          aria-label="Search"
          aria-keyshortcuts="/"
          placeholder="What are you curious about?"
          autoComplete="off"
          enterKeyHint="search"
        />
        {suggests && <searchSuggestions.Component input={input} />}
      </form>
    </search>
  );
}
