import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';

/** Signs in by passkey alone. */
export function PasskeyButton() {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const press = async () => {
    setBusy(true);
    setMessage(undefined);
    try {
      const { signInWithPasskeyAlone } = await import('./lazy/passkey-sign-in.ts');
      setMessage(await signInWithPasskeyAlone());
    } catch {
      setMessage('That did not work. Please check your connection and try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button busy={busy} icon={<KeyRound size={20} aria-hidden="true" />} onClick={() => void press()}>
        Sign in with a passkey
      </Button>
      {message && (
        <Alert tone="danger" dismissible onHide={() => setMessage(undefined)}>
          {message}
        </Alert>
      )}
    </>
  );
}
