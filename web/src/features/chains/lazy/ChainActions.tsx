import type { ChapterModel } from '@gyan/contract/chains.ts';
import { download } from '#features/session/transfer.ts';
import { paths } from '#lib/paths.ts';
import { ChainDetails } from './ChainDetails.tsx';
import { CollectionActions } from './CollectionActions.tsx';

interface ChainActionsProps {
  userId: number;
  chain: ChapterModel;
  noun: 'chain' | 'chapter';
}

/** Actions on the whole chain. */
export const ChainActions = ({ userId, chain, noun }: ChainActionsProps) => (
  <CollectionActions
    collection={chain}
    noun={noun}
    viewPath={paths.chain(chain.id)}
    listPath={paths.myChains}
    fetchFile={(pictures) => download('GET /r/chapter_export', { query: { chapterId: chain.id, pictures } })}
    renderDetails={(close) => <ChainDetails userId={userId} chain={chain} noun={noun} onClose={close} />}
  />
);
