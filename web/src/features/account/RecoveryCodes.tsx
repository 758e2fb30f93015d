import './account.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { api } from '#features/session/actions.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { refusalText } from './factors.ts';
import { useStepUp } from './use-step-up.tsx';

interface RecoveryCodesProps {
  user: UserModel;
  left: number;
  onCreated: () => void;
}

const few = 3;

/** How many codes are left, and new ones. */
export function RecoveryCodes({ user, left, onCreated }: RecoveryCodesProps) {
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const tellFailure = (error: unknown) => queueToast({ tone: 'danger', text: refusalText(error) });
  const stepUp = useStepUp(user, tellFailure);

  const create = async () => {
    setAsking(false);
    setBusy(true);
    const action = async () => {
      const { recoveryCodes } = await api('POST /r/recovery_codes', { body: {} });
      setCodes(recoveryCodes);
      onCreated();
    };
    await stepUp.run(action).catch(tellFailure);
    setBusy(false);
  };

  return (
    <section aria-labelledby="recovery">
      <h2 id="recovery">Recovery codes</h2>
      <p className="quiet">
        If you lose your phone or key, a recovery code lets you in. Each works once. Keep them where you find
        them without your phone.
      </p>
      {left <= few ? (
        <Alert>{left === 0 ? 'You have no recovery codes.' : `You have only ${left} left.`}</Alert>
      ) : (
        <p>{left} codes are left.</p>
      )}
      <Button busy={busy} onClick={() => (left === 0 ? void create() : setAsking(true))}>
        {left === 0 ? 'Make recovery codes' : 'Make new codes'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          title="Make new recovery codes?"
          description={`The ${left} codes that are left stop working.`}
          confirmLabel="Make new codes"
          onConfirm={() => void create()}
          onCancel={() => setAsking(false)}
        />
      )}
      {codes && <NewCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {stepUp.dialog}
    </section>
  );
}

function NewCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopied(true);
      announce('The codes are copied.');
    } catch {
      setCopied(false);
    }
  };
  return (
    <Dialog
      open
      // A press beside it would lose the codes.
      role="alertdialog"
      title="Your recovery codes"
      description="Print or copy them now. They are not shown again."
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="token-value">
            {code}
          </li>
        ))}
      </ul>
      <div className="cluster">
        <Button icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button icon={<Printer size={20} aria-hidden="true" />} onClick={() => print()}>
          Print
        </Button>
      </div>
      {copied === false && <Alert>The codes could not be copied. Please select them and copy them.</Alert>}
    </Dialog>
  );
}
