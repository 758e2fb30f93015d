import { DoneButton } from '#features/auth/DoneButton.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';

export function Page() {
  return (
    <>
      <PageHead title="Choose topics" />
      <div className="grid gap-6">
        <p>Topics can be chosen once an admin has made some.</p>
        <DoneButton step="topics" />
      </div>
    </>
  );
}
