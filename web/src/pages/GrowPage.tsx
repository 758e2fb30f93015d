import { DoneButton } from '#features/auth/DoneButton.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';

export function Page() {
  return (
    <>
      <PageHead title="Grow" />
      <div className="grid gap-6">
        <p>Gyan is better in company: tell the people you like to learn with that you are here.</p>
        <DoneButton step="invite" />
      </div>
    </>
  );
}
