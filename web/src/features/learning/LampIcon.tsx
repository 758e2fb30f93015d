/** A small oil lamp, for the end of a day's review. */
export function LampIcon({ size = 96 }: { size?: number }) {
  return (
    <svg
      className="lamp-icon"
      width={size}
      height={size}
      viewBox="0 0 96 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path className="lamp-flame" d="M48 14c7 8 9 13 9 18a9 9 0 0 1-18 0c0-5 2-10 9-18Z" />
      <path d="M48 41v9" />
      <path d="M18 50h60c0 15-13 26-30 26S18 65 18 50Z" />
      <path d="M36 82h24" />
      <path d="M78 50c4 0 7-2 9-5" />
    </svg>
  );
}
