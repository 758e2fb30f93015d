import type { PostModel } from '@gyan/contract/cards.ts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { useUpload } from '#features/session/use-upload.ts';
import { useIdempotencyKey } from '#lib/use-idempotency-key.ts';

type FieldValue = string | number | null | undefined;

/** The form's data without empty values. */
export function cardFormData(values: Readonly<Record<string, FieldValue>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') form.set(name, String(value));
  }
  return form;
}

export function usePublish() {
  const { progress, send } = useUpload();
  const lists = useQueryClient();
  const keyOf = useIdempotencyKey();
  const publish = async (values: Readonly<Record<string, FieldValue>>): Promise<PostModel> => {
    const form = cardFormData(values);
    const idempotencyKey = keyOf(values);
    // Without a picture the request is too short for a progress bar.
    const { feedItemModel } = await (form.has('photoBase64')
      ? send('POST /r/post', form, { idempotencyKey })
      : api('POST /r/post', { body: form, idempotencyKey }));
    // Cached lists do not contain the new card.
    void lists.invalidateQueries();
    return feedItemModel.postModel;
  };
  return { publish, progress };
}
