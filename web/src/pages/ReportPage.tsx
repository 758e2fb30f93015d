import { useSearchParams } from 'react-router';
import { VisitorReport } from '#features/moderation/lazy/VisitorReport.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { NeedsJavaScript } from '#ui/NeedsJavaScript.tsx';

export function Page() {
  const address = useSearchParams()[0].get('of') ?? '';
  return (
    <div className="measure stack">
      <PageHead title="Report">Tell the admins about something that breaks the rules.</PageHead>
      <NeedsJavaScript subject="This form" />
      <VisitorReport key={address} address={address} />
    </div>
  );
}
