import { useSearchParams } from 'react-router';
import { VerificationSent } from '#features/auth/VerificationSent.tsx';
import { VerifyingEmail } from '#features/auth/VerifyingEmail.tsx';

export const head = () => ({ description: 'Confirm your e-mail address.' });

export function Page() {
  const [search] = useSearchParams();
  const regToken = search.get('rt')?.trim();
  return (
    <div className="form-page">
      {regToken ? <VerifyingEmail regToken={regToken} /> : <VerificationSent />}
    </div>
  );
}
