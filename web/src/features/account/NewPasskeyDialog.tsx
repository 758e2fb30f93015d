import { userAgentText } from '@gyan/contract/user-agent-text.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { announce } from '#ui/announcer.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FactorNameForm } from './FactorNameForm.tsx';
import { refusalText } from './factors.ts';
import { useStepUp } from './use-step-up.tsx';

interface NewFactorProps {
  user: UserModel;
  onAdded: () => void;
  onClose: () => void;
}

/** Registers a passkey of this device, of a phone or of a security key. */
export function NewPasskeyDialog({ user, onAdded, onClose }: NewFactorProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fail = (error: unknown) => {
    setProblem(refusalText(error));
    setBusy(false);
  };
  const stepUp = useStepUp(user, fail);

  const add = async (name: string) => {
    setBusy(true);
    setProblem(undefined);
    const { createPasskey } = await import('#lib/passkeys.ts');
    const { options, ticket } = await api('POST /r/passkey_options', { body: {} });
    await api('POST /r/passkey', { body: { ticket, name, response: await createPasskey(options) } });
    announce(`The passkey “${name}” is added.`);
    onAdded();
    onClose();
  };
  const begin = (name: string) =>
    stepUp
      .run(() => add(name))
      .catch(fail)
      .finally(() => setBusy(false));

  return (
    <Dialog
      open
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face, PIN or security key."
      onClose={onClose}
    >
      <FactorNameForm
        hint="So that you know it again, such as “My laptop”."
        initial={userAgentText(navigator.userAgent)}
        problem={problem}
        busy={busy}
        onName={(name) => void begin(name)}
        onCancel={onClose}
      />
      {stepUp.dialog}
    </Dialog>
  );
}
