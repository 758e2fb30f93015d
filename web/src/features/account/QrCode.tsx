import './account.css';
import { renderSVG } from 'uqr';

/** Dark on light in both colour schemes, because scanners need the contrast. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const picture = renderSVG(text, { border: 2, blackColor: '#000000', whiteColor: '#ffffff' });
  return (
    <img
      className="qr-code"
      alt={label}
      width={224}
      height={224}
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
    />
  );
}
