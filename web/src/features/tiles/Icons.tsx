import type { SVGProps } from 'react';

type IconProps = SVGProps<SVGSVGElement> & { size?: number };

function Icon({ size = 24, ...rest }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      {...rest}
    />
  );
}

/** One sheet: a picture above, text below. */
export function CardIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3.5" y="4" width="17" height="16" rx="2" />
      <path d="M3.5 13h17M7 16.5h7" />
      <path d="m3.8 12.7 4.4-4 3.4 3 3.2-2.2 5.4 3.3" strokeWidth="1.2" />
    </Icon>
  );
}

/** Three stacked sheets. */
export function ChainIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="2.5" y="3" width="13" height="12" rx="1.8" />
      <path d="M18 6v10a1.8 1.8 0 0 1-1.8 1.8H6" />
      <path d="M21.2 9.2V19a1.8 1.8 0 0 1-1.8 1.8H9.4" />
      <path d="M5.5 11.8h5" />
    </Icon>
  );
}

/** A book: spine and chapter ticks. */
export function SubjectIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 3h13.2A1.8 1.8 0 0 1 20 4.800v14.400A1.8 1.8 0 0 1 18.2 21H5a1.5 1.5 0 0 1-1.5-1.500v-15A1.5 1.5 0 0 1 5 3Z" />
      <path d="M8.5 3v18" />
      <path d="M5.2 7.500h1.600M5.2 12h1.600M5.2 16.500h1.6" strokeWidth="1.3" />
      <path d="M11.8 8h5M11.8 11.500h3.2" />
    </Icon>
  );
}
