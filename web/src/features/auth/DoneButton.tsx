import type { UserModel } from '@gyan/contract/users.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#features/session/actions.ts';
import { onboardingStep } from '#features/session/after-sign-in.ts';
import { updateUser } from '#features/session/store.ts';
import { ApiProblem, offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';

const steps = {
  /** The invitations follow, unless the user has seen them. */
  topics: { call: 'PUT /r/updatetopicspageshowntime', next: onboardingStep },
  invite: { call: 'PUT /r/updateinvitepageshowntime', next: (_user: UserModel) => paths.feed },
} as const;

/** Leaves an onboarding page; the server records that the user has seen it. */
export function DoneButton({ step }: { step: keyof typeof steps }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const press = async () => {
    const { call, next } = steps[step];
    setBusy(true);
    setProblem(undefined);
    try {
      const { userModel } = await api(call);
      updateUser(userModel);
      await navigate(next(userModel));
    } catch (error) {
      setBusy(false);
      setProblem((error instanceof ApiProblem ? error : offlineProblem()).detail);
    }
  };

  return (
    <div className="stack stack-start">
      <Button variant="primary" busy={busy} onClick={() => void press()}>
        Done
      </Button>
      {problem && (
        <Alert tone="danger" autoHide dismissible onHide={() => setProblem(undefined)}>
          {problem}
        </Alert>
      )}
    </div>
  );
}
