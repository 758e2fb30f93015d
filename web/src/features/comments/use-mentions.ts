import { useState } from 'react';
import { useDraft } from '#lib/draft.ts';
import { decodeMentions, encodeMentions } from './mention-input.ts';
import type { Mention } from './mentions.ts';

function parse(text: string): Mention[] {
  try {
    return text === '' ? [] : (JSON.parse(text) as Mention[]);
  } catch {
    return [];
  }
}

const none: readonly Mention[] = [];

/**
 * The people named in a comment's box: those of the stored comment (`known`) and those chosen in the box, which survive
 * a reload as the draft of the text does.
 */
export function useMentions(draftName: string, known: readonly Mention[] = none) {
  const [stored, store] = useDraft(`mentions of ${draftName}`);
  const [added, setAdded] = useState<readonly Mention[]>(() => parse(stored));
  const chosen = [...added, ...known];
  return {
    chosen,
    add: (person: Mention) => {
      // Of two people with the same name the last one is meant.
      const next = [person, ...added.filter(({ name }) => name !== person.name)];
      setAdded(next);
      store(JSON.stringify(next));
    },
    clear: () => {
      setAdded(none);
      store('');
    },
    encode: (typed: string) => encodeMentions(typed, chosen),
    decode: (text: string) => decodeMentions(text, chosen),
  };
}
