import './auth.css';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { offlineProblem } from '#lib/api-problem.ts';
import { useSite } from '#lib/site.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import type { ButtonSize } from '#ui/button-class.ts';

export interface GoogleButtonProps {
  label?: string;
  /** One of Google's two colour schemes; by default that of the page. */
  theme?: 'light' | 'dark';
  size?: ButtonSize;
  /** The path to return to; by default the usual page after sign-in. */
  returnUrl?: string | null;
  className?: string;
}

/** Looks as Google's brand rules say. Renders nothing when no provider is configured. */
export function GoogleButton({
  label = 'Sign in with google',
  theme,
  size,
  returnUrl = null,
  className,
}: GoogleButtonProps) {
  const { google } = useSite();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    // The back button restores this page from the back/forward cache with the button still busy.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false);
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
  if (!google) return null;

  const press = async () => {
    setBusy(true);
    setMessage(undefined);
    try {
      const { beginGoogle } = await import('./google-flow.ts');
      location.assign(await beginGoogle(google, returnUrl));
    } catch (error) {
      setBusy(false);
      // Only a LoginFailure has a message for the user; any other error means that the module failed to load.
      const hasUserMessage = error instanceof Error && error.name === 'LoginFailure';
      setMessage(hasUserMessage ? error.message : offlineProblem().detail);
    }
  };

  return (
    <>
      <Button
        size={size}
        className={clsx('google-button', theme && `google-${theme}`, className)}
        busy={busy}
        icon={<img src="/google.svg" width={20} height={20} alt="" />}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {message && (
        <Alert tone="danger" autoHide dismissible onHide={() => setMessage(undefined)}>
          {message}
        </Alert>
      )}
    </>
  );
}
