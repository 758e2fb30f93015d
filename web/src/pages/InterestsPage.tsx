import { Notice } from '#features/shell/Notice.tsx';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

export function Page() {
  return (
    <Notice
      title="Interests"
      actions={
        <ButtonLink variant="primary" to={paths.myTopics}>
          My Topics
        </ButtonLink>
      }
    >
      Your interests are the topics you follow. Choose and order them under My Topics.
    </Notice>
  );
}
