import './account.css';
import { CreatorRequestForm } from '@gyan/contract/creator-requests.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { useRefreshUser } from '#features/session/refresh.ts';
import { updateUser } from '#features/session/store.ts';
import { CardIcon, ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { ApiProblem } from '#lib/api-problem.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useDraft } from '#lib/draft.ts';
import { paths } from '#lib/paths.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';

/** Poll while an admin may be deciding. */
const pollInterval = 5000;

const creatorsMake = [
  { Icon: CardIcon, name: 'Cards', text: 'One idea in one picture or video, with a few words.' },
  { Icon: ChainIcon, name: 'Chains', text: 'Cards in an order that leads through an idea.' },
  { Icon: SubjectIcon, name: 'Subjects', text: 'Chains bound together into a course.' },
];

/** Shown on Create to users without the creator role. The page changes by itself once they have it. */
export function CreatorAccess({ user }: { user: UserModel }) {
  useRefreshUser({ age: pollInterval, watching: true });
  const [requested, setRequested] = useState(false);
  return (
    <div className="creator-access">
      <nav className="form-actions" aria-label="Browse">
        <ButtonLink to={paths.cards} variant="primary">
          Browse Gyan Cards
        </ButtonLink>
        <ButtonLink to={paths.trendingChains}>Chains</ButtonLink>
        <ButtonLink to={paths.trendingSubjects}>Subjects</ButtonLink>
      </nav>
      <p className="lead">
        Creators publish what others learn from. Tell us that you would like to be one, and an admin will have
        a look.
      </p>
      <ul className="creator-makes">
        {creatorsMake.map(({ Icon, name, text }) => (
          <li key={name}>
            <Icon size={28} />
            <div>
              <h2>{name}</h2>
              <p className="quiet">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      {user.creatorRequested ? (
        <RequestPending takesFocus={requested} />
      ) : (
        <RequestForm user={user} onRequested={() => setRequested(true)} />
      )}
    </div>
  );
}

function RequestPending({ takesFocus }: { takesFocus: boolean }) {
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused button unmounts with the form.
    if (takesFocus) news.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={news} tabIndex={-1} className="stack creator-pending">
      <Alert title="Your request is waiting">
        An admin will answer it, and we will tell you by e-mail. If you stay here, this page opens up by
        itself.
      </Alert>
    </div>
  );
}

function RequestForm({ user, onRequested }: { user: UserModel; onRequested: () => void }) {
  const [draft, saveDraft] = useDraft(`creator request of ${user.userId}`);
  const form = useContractForm({
    schema: CreatorRequestForm,
    defaults: { message: draft },
    submit: async (body) => {
      try {
        await api('POST /r/creator_request', { body });
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'conflict') throw error;
        // The user has the role already: reload the user.
        updateUser((await api('GET /r/user')).userModel);
        return;
      }
      saveDraft('');
      onRequested();
      updateUser({ ...user, creatorRequested: true });
    },
  });
  const message = form.register('message');
  return (
    <ContractForm form={form}>
      <Field
        label="Message"
        hint="What would you like to make? It helps the admin who reads it."
        error={form.errorOf('message')}
        optional
      >
        <TextArea
          {...message}
          onChange={(event) => {
            saveDraft(event.target.value);
            void message.onChange(event);
          }}
        />
      </Field>
      <div className="form-actions">
        <Button type="submit" busy={form.submitting}>
          Request creator access
        </Button>
      </div>
    </ContractForm>
  );
}
