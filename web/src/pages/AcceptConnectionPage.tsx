import { AcceptView } from '#features/invitations/AcceptView.tsx';

export const head = () => ({ description: 'Accept a connection request on Gyan.' });

export function Page() {
  return <AcceptView title="Accept connection request" before="sign in" />;
}
