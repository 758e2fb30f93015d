import '../notices.css';
import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { canAskForPush } from '#lib/push.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { answerPushOffer, isPushOfferDue } from '../push-offer.ts';
import { noticeSettings } from './api.ts';
import { usePush } from './use-push.ts';

/** Offers pushes to a user who has read a notice, until it is answered once. */
export function PushOffer({ userId }: { userId: number }) {
  const [due, setDue] = useState(() => canAskForPush() && isPushOfferDue());
  if (!due) return null;
  return <Offer userId={userId} onAnswered={() => setDue(false)} />;
}

function Offer({ userId, onAnswered }: { userId: number; onAnswered: () => void }) {
  const { data: settings } = useQuery(noticeSettings(userId));
  const { state, busy, problem, turnOn } = usePush(settings?.pushKey);
  const answer = () => {
    answerPushOffer();
    onAnswered();
  };
  const accept = async () => {
    if (!settings) return;
    answerPushOffer();
    await turnOn(settings.pushKey);
  };
  if (state === undefined || state === 'unsupported') return null;
  return (
    <section className="push-offer" aria-label="Notices on this device">
      <BellRing size={24} aria-hidden="true" />
      <div className="push-offer-text">
        {state === 'on' ? (
          <p>This browser gets your notices. You can change that in the settings.</p>
        ) : state === 'blocked' ? (
          <p>Your browser blocks notices of this site. You can allow them in its settings.</p>
        ) : (
          <p>Do you want to hear of answers and requests when Gyan is closed?</p>
        )}
        {problem && <Alert tone="danger">{problem}</Alert>}
        <div className="form-actions">
          {state === 'off' && (
            <Button size="sm" variant="primary" busy={busy || !settings} onClick={() => void accept()}>
              Send notices to this browser
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={answer}>
            {state === 'off' ? 'No, thank you' : 'Close'}
          </Button>
        </div>
      </div>
    </section>
  );
}
