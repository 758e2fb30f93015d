import { useState } from 'react';
import { useMyChains } from '#features/chains/lazy/api.ts';
import { chainRow } from '#features/chains/lazy/chain-row.ts';
import { PickTable } from '#features/tiles/lazy/PickTable.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { chainCount } from '#lib/text.ts';
import { announce } from '#ui/announcer.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import type { SubjectChapters } from './api.ts';

interface AddChainsProps {
  userId: number;
  chapters: SubjectChapters;
  onClose: () => void;
}

/** Longer lists get a filter. */
const filterFrom = 8;

/** Adds chains from the viewer's list as chapters. */
export function AddChains({ userId, chapters, onClose }: AddChainsProps) {
  const chains = useMyChains(userId);
  const [text, setText] = useState('');
  const all = chains.items ?? [];
  const wanted = text.trim().toLocaleLowerCase();
  const shown = all.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));

  const add = (ids: readonly number[]) => {
    chapters.add(...all.filter(({ id }) => ids.includes(id)));
    announce(`${chainCount(ids.length)} added.`);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add chains of your list"
      description="They become chapters of this subject and stay chains of their own."
    >
      {chains.items === undefined &&
        (chains.query.isPending ? <RowSkeletons /> : <QueryError query={chains.query} />)}
      {all.length >= filterFrom && (
        <Field label="Filter by title">
          <TextInput type="search" value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      )}
      {chains.items !== undefined && shown.length === 0 && (
        <EmptyState title={all.length === 0 ? 'No chains yet' : 'Not found any.'}>
          {all.length === 0
            ? 'Chains that you make or save stand here. A new chapter you can add without one.'
            : `None of your chains has “${text.trim()}” in its title.`}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <PickTable
          caption="Your chains"
          noun="Chain"
          items={shown.map((chain) => chainRow(chain, paths.chain(chain.id), userId))}
          isIn={chapters.has}
          onAdd={add}
          onRemove={chapters.removeWithUndo}
        />
      )}
    </Dialog>
  );
}
