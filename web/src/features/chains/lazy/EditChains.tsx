import './editor.css';
import { Link2Off, Pencil, Plus } from 'lucide-react';
import { ChainIcon } from '#features/tiles/Icons.tsx';
import { ContentRow } from '#features/tiles/lazy/ContentRow.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SaveState } from '#ui/SaveState.tsx';
import { SortableList } from '#ui/SortableList.tsx';
import { useMyChains } from './api.ts';
import { chainRow } from './chain-row.ts';

/** The viewer's own and saved chains, in the viewer's order. */
export function EditChains({ userId }: { userId: number }) {
  const chains = useMyChains(userId);
  return (
    <div className="editor-pane">
      <div className="editor-pane-head">
        <ButtonLink to={paths.createChain()} variant="primary" icon={<Plus size={20} aria-hidden="true" />}>
          Add a Gyan Chain
        </ButtonLink>
        <SaveState state={chains.saving} />
      </div>
      {chains.items === undefined ? (
        chains.query.isPending ? (
          <RowSkeletons />
        ) : (
          <QueryError query={chains.query} />
        )
      ) : (
        <SortableList
          label="My chains"
          items={chains.items}
          nameOf={({ title }) => title}
          renderItem={(chain) => <ContentRow {...chainRow(chain, paths.chain(chain.id), userId)} />}
          renderActions={(chain) =>
            chain.ownerModel.userId === userId ? (
              <ButtonLink
                size="sm"
                to={paths.editChain(chain.id)}
                icon={<Pencil size={16} aria-hidden="true" />}
              >
                Edit<span className="sr-only"> {chain.title}</span>
              </ButtonLink>
            ) : (
              <Button
                size="sm"
                variant="quiet"
                icon={<Link2Off size={16} aria-hidden="true" />}
                onClick={() => chains.removeWithUndo(chain.id)}
              >
                Remove<span className="sr-only"> {chain.title}</span>
              </Button>
            )
          }
          onMove={chains.move}
          empty={
            <EmptyState icon={<ChainIcon />} title="No chains yet">
              Chains that you make or save stand here, and you put them in the order you like.
            </EmptyState>
          }
        />
      )}
    </div>
  );
}
