import { useSearchParams } from 'react-router';
import { PleaseVerify } from '#features/auth/PleaseVerify.tsx';
import { VerifyingEmail } from '#features/auth/VerifyingEmail.tsx';

export const head = () => ({ description: 'Confirm your e-mail address.' });

export function Page() {
  const [search] = useSearchParams();
  const regToken = search.get('rt')?.trim();
  return (
    <div className="form-page">{regToken ? <VerifyingEmail regToken={regToken} /> : <PleaseVerify />}</div>
  );
}
