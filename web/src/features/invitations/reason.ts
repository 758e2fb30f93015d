import type { UserSuggestionModel } from '@gyan/contract/invitations.ts';

type Reason = Pick<UserSuggestionModel, 'reason' | 'sharedCount' | 'sharedNameVec'>;

/** Why a user is suggested: “3 shared connections: Meera, Kofi, Lin”. */
export function reasonText({ reason, sharedCount = 0, sharedNameVec = [] }: Reason): string | undefined {
  if (reason === 'contacts') return 'Among your contacts';
  if (reason === 'cards') {
    const topics = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(sharedNameVec);
    return topics === '' ? 'Makes great cards' : `Makes great cards about ${topics}`;
  }
  if (reason === undefined || sharedCount === 0) return undefined;
  const noun = reason === 'connections' ? 'shared connection' : 'shared topic';
  const count = `${sharedCount} ${noun}${sharedCount === 1 ? '' : 's'}`;
  if (sharedNameVec.length === 0) return count;
  const more = sharedCount - sharedNameVec.length;
  return `${count}: ${sharedNameVec.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
