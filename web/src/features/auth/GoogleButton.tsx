import { useEffect, useState } from 'react';
import { offlineProblem } from '#lib/api-problem.ts';
import { useSite } from '#lib/site.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import type { ButtonSize, ButtonVariant } from '#ui/button-class.ts';

export interface GoogleButtonProps {
  label?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The path to return to; by default the usual page after sign-in. */
  returnUrl?: string | null;
  className?: string;
}

/** Renders nothing when no provider is configured. */
export function GoogleButton({
  label = 'Sign in with google',
  variant,
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
        variant={variant}
        size={size}
        className={className}
        busy={busy}
        icon={<GoogleIcon />}
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

/** An open door. */
function GoogleIcon() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
      <g strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8 3h6.5A1.5 1.5 0 0 1 16 4.5v11a1.5 1.5 0 0 1-1.5 1.5H8" />
        <path d="M3 10h8.5M8.5 6.5 12 10l-3.5 3.5" />
      </g>
    </svg>
  );
}
