/** Three sheets with a lamp's flame on the first. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg className="logo-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className="logo-sheet-far" x="10.5" y="3" width="18" height="21" rx="3.5" />
      <rect className="logo-sheet-mid" x="7" y="5.5" width="18" height="21" rx="3.5" />
      <rect className="logo-sheet" x="3.5" y="8" width="18" height="21" rx="3.5" />
      <path
        className="logo-flame"
        d="M12.5 11.2c2.5 2.7 4.1 4.9 4.1 7.2a4.1 4.1 0 0 1-8.2 0c0-2.3 1.6-4.5 4.1-7.2Z"
      />
      <path className="logo-bowl" d="M7.2 23.7h10.6c-.9 1.9-2.9 2.8-5.3 2.8s-4.4-.9-5.3-2.8Z" />
    </svg>
  );
}
