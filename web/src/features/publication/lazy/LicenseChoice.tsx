import type { License } from '@gyan/contract/licenses.ts';
import { paths } from '#lib/paths.ts';
import { Field } from '#ui/Field.tsx';
import { Link } from '#ui/Link.tsx';
import { Select } from '#ui/Select.tsx';
import { licenseMark, licenseNames, licenses } from '../license-names.ts';
import { licenseSentences } from '../license-sentences.ts';

interface LicenseChoiceProps {
  value: License;
  onChange: (license: License) => void;
  error?: string | undefined;
  label?: string;
}

export function LicenseChoice({ value, onChange, error, label = 'Licence' }: LicenseChoiceProps) {
  return (
    <Field
      label={label}
      hint={
        <>
          {licenseSentences[value]}{' '}
          <Link className="link" to={paths.license()} target="_blank">
            All licences
          </Link>
        </>
      }
      error={error}
    >
      <Select value={value} onChange={({ target }) => onChange(target.value as License)}>
        {licenses.map((license) => (
          <option key={license} value={license}>
            {licenseMark(license)} · {licenseNames[license]}
          </option>
        ))}
      </Select>
    </Field>
  );
}
