import './publication.css';
import type { License } from '@gyan/contract/licenses.ts';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/Link.tsx';
import { licenseMark, licenseNames } from './license-names.ts';

interface LicenseLineProps {
  license: License;
  /** A text or an address. */
  source: string | null;
}

/** Only the addresses that a reader can open; others stay text. */
const isWebAddress = (source: string) => /^https?:\/\/\S+$/i.test(source) && URL.canParse(source);

/** The licence and the source of a card. */
export function LicenseLine({ license, source }: LicenseLineProps) {
  return (
    <p className="license-line">
      <span>
        <span className="license-mark">{licenseMark(license)}</span>{' '}
        <Link className="link" to={paths.license(license)}>
          {licenseNames[license]}
        </Link>
      </span>
      {source !== null && (
        <span>
          Source:{' '}
          {isWebAddress(source) ? (
            <a className="link" href={source} rel="nofollow ugc noopener">
              {source}
            </a>
          ) : (
            source
          )}
        </span>
      )}
    </p>
  );
}
