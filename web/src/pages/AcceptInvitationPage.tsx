import { AcceptView } from '#features/invitations/AcceptView.tsx';

export const head = () => ({ description: 'Accept an invitation to Gyan.' });

export function Page() {
  return <AcceptView title="Accept invitation" before="sign up" />;
}
