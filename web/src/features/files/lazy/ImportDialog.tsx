import './import-dialog.css';
import type { ImportFormat, ImportPreview, ImportResult } from '@gyan/contract/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useId } from 'react';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Progress } from '#ui/Progress.tsx';
import { useImport } from './use-import.ts';

const formats: { format: ImportFormat; endings: string[]; name: string; keeps: string }[] = [
  {
    format: 'apkg',
    endings: ['.apkg'],
    name: 'Anki package (.apkg)',
    keeps: 'Notes become draft cards, with a picture, tags and your reviews.',
  },
  {
    format: 'markdown',
    endings: ['.zip'],
    name: 'Markdown files (.zip)',
    keeps: 'One card per file: title, text, tags, licence, source and picture.',
  },
  {
    format: 'csv',
    endings: ['.csv'],
    name: 'Table (.csv)',
    keeps: 'The columns title, text, tags and picture. Pictures are not fetched.',
  },
];

const formatOf = (name: string) =>
  formats.find(({ endings }) => endings.some((ending) => name.toLowerCase().endsWith(ending)))?.format;

/** Makes draft cards in a new chain from a file of another program, after showing what it would make. */
export function ImportDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const client = useQueryClient();
  const { state, look, start, cancel, reset } = useImport(() => {
    void client.invalidateQueries({ queryKey: queryKeys.myChains(userId) });
    void client.invalidateQueries({ queryKey: queryKeys.drafts(userId) });
  });
  const isBusy = state.at === 'sending' || state.at === 'running';
  const close = () => {
    if (isBusy) void cancel();
    onClose();
  };

  return (
    <Dialog
      open
      title="Import cards"
      onClose={close}
      footer={
        state.at === 'preview' ? (
          <>
            <Button onClick={() => reset()}>Choose another file</Button>
            <Button variant="primary" onClick={() => void start()}>
              Import {countOf(state.preview.postCount, 'card', 'cards')}
            </Button>
          </>
        ) : isBusy ? (
          <Button busy={state.at === 'running' && state.isEnding} onClick={() => void cancel()}>
            Cancel
          </Button>
        ) : undefined
      }
    >
      {state.at === 'choose' && (
        <Choose
          problem={state.problem}
          isCancelled={state.isCancelled ?? false}
          onFile={(file) => {
            const format = formatOf(file.name);
            if (format) void look(file, format);
            else reset('Please choose an .apkg, .zip or .csv file.');
          }}
        />
      )}
      {state.at === 'sending' && (
        <Progress label={state.preview ? 'Reading the file' : 'Sending the file'} value={state.share} />
      )}
      {state.at === 'running' && (
        <div className="stack">
          <Progress label="Making the cards" value={state.total > 0 ? state.done / state.total : undefined} />
          {state.problem && <Alert tone="danger">{state.problem}</Alert>}
        </div>
      )}
      {state.at === 'preview' && <Preview preview={state.preview} />}
      {state.at === 'done' && <Done result={state.result} />}
    </Dialog>
  );
}

interface ChooseProps {
  problem: string | undefined;
  isCancelled: boolean;
  onFile: (file: File) => void;
}

function Choose({ problem, isCancelled, onFile }: ChooseProps) {
  const id = useId();
  return (
    <div className="stack">
      <dl className="import-formats">
        {formats.map(({ format, name, keeps }) => (
          <div key={format}>
            <dt>{name}</dt>
            <dd className="quiet">{keeps}</dd>
          </div>
        ))}
      </dl>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {isCancelled && <Alert tone="info">The import was cancelled. Nothing of it was kept.</Alert>}
      <div className="import-choose">
        <input
          id={id}
          className="sr-only"
          type="file"
          accept={formats.flatMap(({ endings }) => endings).join(',')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onFile(file);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <label htmlFor={id} className="btn btn-primary">
          <FileUp size={20} aria-hidden="true" />
          Choose a file
        </label>
      </div>
      <p className="field-hint">
        You see what would be made before anything is written. Cards come as drafts.
      </p>
    </div>
  );
}

const countOf = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function Preview({ preview }: { preview: ImportPreview }) {
  const { title, chapterId, newCount, updatedCount, pictureCount, reviewCount, problemVec, sampleVec } =
    preview;
  // Cards can repeat.
  const samples = new Map(sampleVec.map((card) => [`${card.title} ${card.text}`, card]));
  return (
    <div className="stack">
      <p>
        {chapterId === undefined ? 'A new draft chain: ' : 'Updates your chain: '}
        <strong>{title}</strong>
      </p>
      <ul className="import-counts">
        {newCount > 0 && <li>{countOf(newCount, 'new card', 'new cards')}</li>}
        {updatedCount > 0 && <li>{countOf(updatedCount, 'card updated', 'cards updated')}</li>}
        {pictureCount > 0 && <li>{countOf(pictureCount, 'picture', 'pictures')}</li>}
        {reviewCount > 0 && <li>{countOf(reviewCount, 'review', 'reviews')}</li>}
      </ul>
      {problemVec.length > 0 && (
        <section aria-labelledby="import-problems">
          <h3 id="import-problems" className="import-title">
            What cannot be taken
          </h3>
          <ul className="import-problems">
            {problemVec.map(({ text, count }) => (
              <li key={text}>
                {text} <span className="quiet">({count.toLocaleString('en')})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="import-sample">
        <h3 id="import-sample" className="import-title">
          The first cards
        </h3>
        <ul className="import-sample">
          {[...samples].map(([key, card]) => (
            <li key={key}>
              <strong>{card.title || 'Without a title'}</strong>
              <span className="quiet">{card.text}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Done({ result }: { result: ImportResult }) {
  const { chapterModel, newCount, updatedCount } = result;
  return (
    <div className="stack">
      <Alert tone="success">
        {countOf(newCount, 'card was made', 'cards were made')}
        {updatedCount > 0 && `, ${countOf(updatedCount, 'was updated', 'were updated')}`}.
      </Alert>
      <p className="quiet">
        They are in “{chapterModel.title}”. Publish them one by one when they are ready.
      </p>
      <div>
        <ButtonLink variant="primary" to={paths.editChain(chapterModel.id)}>
          Open the chain
        </ButtonLink>
      </div>
    </div>
  );
}
