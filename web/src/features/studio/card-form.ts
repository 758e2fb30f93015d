import type { CardForm } from '@gyan/contract/cards.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import type { OpenDraft } from '#features/drafts/open-draft.ts';
import type { useContractForm } from '#lib/use-contract-form.ts';

/** Shared by the three tabs; each shows a part of the same contract. */
export type CardFormState = ReturnType<typeof useContractForm<typeof CardForm>>;

export interface TabProps {
  user: UserModel;
  draft: OpenDraft;
}

export const noTitleYet = 'Title of your card';
