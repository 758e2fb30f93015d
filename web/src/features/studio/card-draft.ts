import { useEffect, useState } from 'react';
import { type Kept, kept } from '#lib/kept.ts';

export type DraftFields = Readonly<Record<string, string>>;

/** What is kept may be of an older shape, or not ours at all: only texts of fields that are still there come back. */
export function restoreFields<Fields extends DraftFields>(empty: Fields, found: unknown): Fields {
  if (typeof found !== 'object' || found === null) return empty;
  const fields = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(empty, name) && typeof value === 'string',
  );
  return { ...empty, ...Object.fromEntries(fields) };
}

/** What somebody has begun on one tab. It survives a reload, a lost session and a failed try. */
export interface CardDraft<Fields> {
  /** As it stood when the tab was opened. */
  first: Fields;
  keep: (fields: Fields) => void;
  forget: () => void;
}

export function useCardDraft<Fields extends DraftFields>(name: string, empty: Fields): CardDraft<Fields> {
  const [store] = useState<Kept<DraftFields>>(() => kept('localStorage', `draft ${name}`));
  const [first] = useState(() => restoreFields(empty, store.read()));
  return { first, keep: store.keep, forget: store.forget };
}

/** Keeps the fields as they change. */
export function useKeeping<Fields extends DraftFields>(draft: CardDraft<Fields>, fields: Fields) {
  const text = JSON.stringify(fields);
  useEffect(() => {
    const now = JSON.parse(text) as Fields;
    if (Object.values(now).every((value) => value === '')) draft.forget();
    else draft.keep(now);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the draft is the same thing for as long as the tab is open
  }, [text]);
}
