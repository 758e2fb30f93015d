import type { PostModel } from '@gyan/contract/cards.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#features/session/actions.ts';
import { newKey } from '#lib/browser-api.ts';

type FieldValue = string | number | null | undefined;

/** A card as the form sends it; what is empty is left out. */
export function cardFormData(values: Readonly<Record<string, FieldValue>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') form.set(name, String(value));
  }
  return form;
}

/**
 * Posts a card. A try that is repeated as it was goes under the same key: when only the answer was lost on its way, there is
 * still one card.
 */
export function usePublish(): (values: Readonly<Record<string, FieldValue>>) => Promise<PostModel> {
  const lists = useQueryClient();
  const last = useRef({ sent: '', key: '' });
  return async (values) => {
    const sent = JSON.stringify(values);
    if (last.current.sent !== sent) last.current = { sent, key: newKey() };
    const { feedItemModel } = await api('POST /r/post', {
      body: cardFormData(values),
      idempotencyKey: last.current.key,
    });
    // Whichever lists of cards were fetched before do not know of this one.
    void lists.invalidateQueries();
    return feedItemModel.postModel;
  };
}
