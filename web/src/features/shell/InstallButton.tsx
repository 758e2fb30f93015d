import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';

/** The browser's offer to install the web app; not in TypeScript's DOM types. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

declare global {
  /** Set by the boot script, because the event can precede hydration. */
  var installOffer: Event | undefined;
}

const currentOffer = () => globalThis.installOffer as InstallOffer | undefined;

/** Renders nothing unless the browser offers to install the web app. */
export function InstallButton() {
  const [offer, setOffer] = useState<InstallOffer>();
  useEffect(() => {
    const update = () => setOffer(currentOffer());
    update();
    addEventListener('beforeinstallprompt', update);
    return () => removeEventListener('beforeinstallprompt', update);
  }, []);
  if (!offer) return null;
  const install = () => {
    // An offer can be used once.
    globalThis.installOffer = undefined;
    setOffer(undefined);
    void offer.prompt();
  };
  return (
    <Button variant="primary" onClick={install}>
      Install the app
    </Button>
  );
}
