import './invitations.css';
import type { EmailSuggestionModel } from '@gyan/contract/invitations.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { UserCardSkeleton } from '#features/users/UserCard.tsx';
import { PagedList } from '#lib/PagedList.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import {
  emailSuggestions,
  useContactsChanged,
  useDeleteContacts,
  useInvitation,
  userSuggestions,
} from './api.ts';
import { SuggestedPeople } from './ConnectTab.tsx';
import { ImportContacts } from './ImportContacts.tsx';
import { InviteForm } from './InviteForm.tsx';

export function InviteTab() {
  const suggestions = useInfiniteQuery(emailSuggestions());
  const invitation = useInvitation();
  const changed = useContactsChanged();
  const known = suggestions.data?.pages.some((page) => page.emailSuggestionModelVec.length > 0);
  return (
    <div className="stack stack-xl">
      <InviteForm onInvited={changed} />
      <ImportContacts onImported={changed} />
      <section aria-label="Your contacts">
        <PagedList
          query={suggestions}
          itemsOf={(page) => page.emailSuggestionModelVec}
          keyOf={({ emailId }) => emailId}
          label="Your contacts"
          outline={<UserCardSkeleton />}
          empty={
            <EmptyState>
              We don't have any contacts to show you at this time. Please check back later!
            </EmptyState>
          }
          end="These are all your contacts you can invite."
        >
          {(suggestion) => (
            <Suggestion suggestion={suggestion} onInvite={() => invitation.mutate(suggestion.emailId)} />
          )}
        </PagedList>
      </section>
      {known && <DeleteContacts />}
      {known === false && <PeopleToMeet />}
    </div>
  );
}

/** So that a newcomer without contacts does not find every list empty. */
function PeopleToMeet() {
  const suggestions = useInfiniteQuery(userSuggestions());
  if (!suggestions.data?.pages.some((page) => page.userSuggestions.length > 0)) return null;
  return (
    <section aria-labelledby="people-to-meet">
      <h2 id="people-to-meet">People to meet</h2>
      <SuggestedPeople empty={null} />
    </section>
  );
}

interface SuggestionProps {
  suggestion: EmailSuggestionModel;
  onInvite: () => void;
}

function Suggestion({ suggestion: { emailId, firstName, lastName, invited }, onInvite }: SuggestionProps) {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return (
    <div className="user-card user-card-short">
      <Avatar name={name || emailId} />
      <div className="user-card-text">
        <p className="user-card-address">{name || emailId}</p>
        {name && <p className="user-card-note user-card-address-note">{emailId}</p>}
      </div>
      <div className="user-card-actions">
        {/* One button in both states, so that it keeps the focus. */}
        <Button
          size="sm"
          className="invite-button"
          aria-disabled={invited}
          icon={invited ? <Check size={18} aria-hidden="true" /> : undefined}
          onClick={() => invited || onInvite()}
        >
          {invited ? 'Invited' : 'Invite'}
          <span className="sr-only"> {name || emailId}</span>
        </Button>
      </div>
    </div>
  );
}

function DeleteContacts() {
  const [confirming, setConfirming] = useState(false);
  const forgetting = useDeleteContacts();
  return (
    <p className="delete-contacts">
      Of your contacts we keep names and e-mail addresses, for nobody but you.{' '}
      <Button variant="link" busy={forgetting.isPending} onClick={() => setConfirming(true)}>
        Forget my contacts
      </Button>
      {confirming && (
        <ConfirmDialog
          open
          danger
          title="Forget your contacts?"
          description="Their names and addresses are deleted here. Invitations that you have sent stay, and nothing changes at Google."
          confirmLabel="Forget my contacts"
          onConfirm={() => {
            setConfirming(false);
            forgetting.mutate();
          }}
          onCancel={() => setConfirming(false)}
        />
      )}
    </p>
  );
}
