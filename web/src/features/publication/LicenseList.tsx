import { licenseMark, licenseNames, licenses, licenseUrl } from './license-names.ts';
import { licenseSentences } from './license-sentences.ts';

/** All licences, each with a sentence and a link to its text. */
export function LicenseList() {
  return (
    <ul>
      {licenses.map((license) => {
        const mark = licenseMark(license);
        return (
          <li key={license} id={license}>
            <strong>
              {mark} {licenseNames[license]}.
            </strong>{' '}
            {licenseSentences[license]}{' '}
            {license !== 'all-rights' && (
              <a href={licenseUrl(license)} rel="license noopener">
                The text of {mark}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
