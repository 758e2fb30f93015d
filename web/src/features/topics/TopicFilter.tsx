import './topics.css';
import { lengths } from '@gyan/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';

const pause = 250;

/** The filter of the topic list. It is kept in the URL; typing is debounced. */
export function useTopicFilter() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q')?.trim() ?? '';
  const [text, setText] = useState(q);
  const wanted = text.trim();
  const narrow = useRef(setParams);
  useEffect(() => {
    narrow.current = setParams;
  });
  useEffect(() => {
    if (wanted === q) return undefined;
    const timer = setTimeout(
      () =>
        narrow.current(
          (previous) => {
            if (wanted === '') previous.delete('q');
            else previous.set('q', wanted);
            return previous;
          },
          { replace: true, preventScrollReset: true },
        ),
      pause,
    );
    return () => clearTimeout(timer);
  }, [wanted, q]);
  return { q, text, type: setText };
}

export type TopicFilterState = ReturnType<typeof useTopicFilter>;

export function TopicFilter({ filter: { text, type } }: { filter: TopicFilterState }) {
  return (
    <search className="topic-filter">
      <Field label="Find a topic">
        <TextInput
          type="search"
          value={text}
          onChange={({ target }) => type(target.value)}
          placeholder="Part of its name"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={lengths.query}
        />
      </Field>
    </search>
  );
}
