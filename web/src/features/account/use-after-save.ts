import type { UserModel } from '@gyan/contract/users.ts';
import { useNavigate } from 'react-router';
import { updateUser } from '#features/session/store.ts';
import { paths } from '#lib/paths.ts';
import { useToast } from '#ui/toast-context.ts';

/** After users change their own data: updates the session and returns to the feed with a toast. */
export function useAfterSave() {
  const toast = useToast();
  const navigate = useNavigate();
  return async (userModel: UserModel, text: string) => {
    updateUser(userModel);
    toast({ tone: 'success', text });
    await navigate(paths.feed);
  };
}
