import { useEffect, useState } from 'react';
import { type StoredValue, storedValue } from './stored-value.ts';

export type DraftFields = Readonly<Record<string, string>>;

/** Stored drafts may be outdated or invalid: only text of existing fields is restored. */
export function restoreFields<Fields extends DraftFields>(empty: Fields, found: unknown): Fields {
  if (typeof found !== 'object' || found === null) return empty;
  const fields = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(empty, name) && typeof value === 'string',
  );
  return { ...empty, ...Object.fromEntries(fields) };
}

/** Only these are stored: the others may change elsewhere before the draft is restored. */
export const changedFields = (fields: DraftFields, untouched: DraftFields = {}): DraftFields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== (untouched[name] ?? '')));

/** A form draft that survives a reload, a lost session and a failed request. */
export interface FormDraft<Fields> {
  /** The fields when the form was opened. */
  first: Fields;
  save: (changed: DraftFields) => void;
  clear: () => void;
}

export function useFormDraft<Fields extends DraftFields>(name: string, empty: Fields): FormDraft<Fields> {
  const [store] = useState<StoredValue<DraftFields>>(() => storedValue('localStorage', `draft ${name}`));
  const [first] = useState(() => restoreFields(empty, store.read()));
  return { first, save: store.write, clear: store.clear };
}

/** Stores the fields that differ from `untouched`: the empty form or the saved values. */
export function useSaveDraft<Fields extends DraftFields>(
  draft: FormDraft<Fields>,
  fields: Fields,
  untouched?: Fields,
) {
  // As they were when the form was opened: a later value is no change of this form.
  const [opened] = useState(untouched);
  const text = JSON.stringify(fields);
  useEffect(() => {
    const changed = changedFields(JSON.parse(text) as Fields, opened);
    if (Object.keys(changed).length === 0) draft.clear();
    else draft.save(changed);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the draft does not change while the form is open
  }, [text]);
}

/**
 * Stored separately from the text: a picture may exceed the storage quota, and the text must not be lost with
 * it.
 */
export function usePictureDraft(name: string) {
  const [store] = useState(() => storedValue<string>('localStorage', `draft ${name}`));
  const [picture, setPicture] = useState(() => {
    const found: unknown = store.read();
    return typeof found === 'string' && found.startsWith('data:image/') ? found : '';
  });
  const change = (dataUrl: string) => {
    setPicture(dataUrl);
    store.clear();
    if (dataUrl !== '') store.write(dataUrl);
  };
  return [picture, change] as const;
}
