import { useEffect, useState } from 'react';
import { type Kept, kept } from './kept.ts';

export type DraftFields = Readonly<Record<string, string>>;

/** What is kept may be of an older shape, or not ours at all: only texts of fields that are still there come back. */
export function restoreFields<Fields extends DraftFields>(empty: Fields, found: unknown): Fields {
  if (typeof found !== 'object' || found === null) return empty;
  const fields = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(empty, name) && typeof value === 'string',
  );
  return { ...empty, ...Object.fromEntries(fields) };
}

/** What somebody has begun to fill in. It survives a reload, a lost session and a failed try. */
export interface FormDraft<Fields> {
  /** As it stood when the form was opened. */
  first: Fields;
  keep: (fields: Fields) => void;
  forget: () => void;
}

export function useFormDraft<Fields extends DraftFields>(name: string, empty: Fields): FormDraft<Fields> {
  const [store] = useState<Kept<DraftFields>>(() => kept('localStorage', `draft ${name}`));
  const [first] = useState(() => restoreFields(empty, store.read()));
  return { first, keep: store.keep, forget: store.forget };
}

/** Keeps the fields as they change, unless they are as `untouched`: empty, or the words of what is edited. */
export function useKeeping<Fields extends DraftFields>(
  draft: FormDraft<Fields>,
  fields: Fields,
  untouched?: Fields,
) {
  const text = JSON.stringify(fields);
  useEffect(() => {
    const now = JSON.parse(text) as Fields;
    if (Object.entries(now).every(([name, value]) => value === (untouched?.[name] ?? ''))) draft.forget();
    else draft.keep(now);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the draft is the same thing for as long as the form is open
  }, [text]);
}

/** Kept apart from the words: a picture may be too large to be kept, and they must not be lost with it. */
export function useKeptPicture(name: string) {
  const [store] = useState(() => kept<string>('localStorage', `draft ${name}`));
  const [picture, setPicture] = useState(() => {
    const found: unknown = store.read();
    return typeof found === 'string' && found.startsWith('data:image/') ? found : '';
  });
  const change = (dataUrl: string) => {
    setPicture(dataUrl);
    store.forget();
    if (dataUrl !== '') store.keep(dataUrl);
  };
  return [picture, change] as const;
}
