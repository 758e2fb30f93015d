import type { PostModel } from '@gyan/contract/cards.ts';
import { LicenseChoice } from '#features/publication/lazy/LicenseChoice.tsx';
import { SourceField } from '#features/publication/lazy/SourceField.tsx';
import { VisibilityChoice } from '#features/publication/lazy/VisibilityChoice.tsx';

/** How a card is published: who can read it, its licence and its source. */
export type Publication = Pick<PostModel, 'visibility' | 'license'> & { source: string };

export const publicationOf = ({ visibility, license, source }: PostModel): Publication => ({
  visibility,
  license,
  source: source ?? '',
});

interface CardPublicationProps {
  value: Publication;
  stored: PostModel;
  onChange: (publication: Publication) => void;
  errorOf: (field: 'license' | 'source') => string | undefined;
}

export function CardPublication({ value, stored, onChange, errorOf }: CardPublicationProps) {
  return (
    <>
      <VisibilityChoice
        value={value.visibility}
        stored={stored.visibility}
        onChange={(visibility) => onChange({ ...value, visibility })}
      />
      <LicenseChoice
        value={value.license}
        onChange={(license) => onChange({ ...value, license })}
        error={errorOf('license')}
      />
      <SourceField
        value={value.source}
        onChange={({ target }) => onChange({ ...value, source: target.value })}
        error={errorOf('source')}
      />
    </>
  );
}
