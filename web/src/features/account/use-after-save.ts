import type { UserModel } from '@gyan/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { updateUser } from '#features/session/store.ts';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { queueToast } from '#ui/toast-queue.ts';

/** After users change their own data: updates the session and returns to the feed with a toast. */
export function useAfterSave() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (userModel: UserModel, text: string) => {
    updateUser(userModel);
    // The cached feed shows the old name and photo.
    client.removeQueries({ queryKey: queryKeys.feed(userModel.userId) });
    queueToast({ tone: 'success', text });
    await navigate(paths.feed);
  };
}
