import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { chainForViewer, useChainCards } from '#features/chains/lazy/api.ts';
import { ChainActions } from '#features/chains/lazy/ChainActions.tsx';
import { ChainEditor } from '#features/chains/lazy/ChainEditor.tsx';
import { ChangedChainCards } from '#features/remix/lazy/ChangedChainCards.tsx';
import { useViewer } from '#features/session/store.ts';
import { LoadedPage } from '#features/shell/LoadedPage.tsx';
import { Notice } from '#features/shell/Notice.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { displayName } from '#lib/text.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';

export function Page() {
  const viewer = useViewer();
  const { id = '' } = useParams();
  const subjectTitle = useSearchParams()[0].get('sub')?.trim() ?? '';
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <Editor key={id} user={viewer.user} chainId={Number(id)} subjectTitle={subjectTitle} />
    </QueryScope>
  );
}

interface EditorProps {
  user: UserModel;
  chainId: number;
  /** Empty if the chain was not opened from a subject. */
  subjectTitle: string;
}

function Editor({ user: { userId }, chainId, subjectTitle }: EditorProps) {
  const noun = subjectTitle === '' ? 'chain' : 'chapter';
  // Both queries share one request.
  const query = useQuery(chainForViewer(userId, chainId));
  const cards = useChainCards(userId, chainId);
  const title = (name: string) =>
    subjectTitle === '' ? `Gyan Chain: ${name}` : `Subject: ${subjectTitle} / Chapter: ${name}`;

  return (
    <LoadedPage
      query={query}
      outline={
        <>
          <PageHead title={title('…')} />
          <RowSkeletons />
        </>
      }
    >
      {(chain) =>
        chain.can?.edit ? (
          <>
            <PageHead
              title={title(chain.title)}
              actions={<ChainActions userId={userId} chain={chain} noun={noun} />}
            />
            {chain.remixOf && <ChangedChainCards userId={userId} chainId={chain.id} />}
            <ChainEditor userId={userId} chain={chain} cards={cards} />
          </>
        ) : (
          <Notice
            title={`“${chain.title}” is somebody else’s`}
            actions={
              <ButtonLink variant="primary" to={paths.chain(chain.id)}>
                Read the {noun}
              </ButtonLink>
            }
          >
            You can read it, like it and put it into subjects of your own. Changing it is up to{' '}
            {displayName(chain.ownerModel)}.
          </Notice>
        )
      }
    </LoadedPage>
  );
}
