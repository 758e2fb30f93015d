import { useMatches } from 'react-router';
import { Notice } from '#features/shell/Notice.tsx';
import { handleOf } from '#lib/page.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

export function Page() {
  const title = handleOf(useMatches().at(-1))?.title ?? 'Soon';
  return (
    <Notice
      title={title}
      actions={
        <>
          <ButtonLink variant="primary" to={paths.cards}>
            See Gyan Cards
          </ButtonLink>
          <ButtonLink to={paths.subjects}>Browse subjects</ButtonLink>
        </>
      }
    >
      This screen is not built yet. We are working on it with care, and it will be here before long; thank you
      for your patience.
    </Notice>
  );
}
