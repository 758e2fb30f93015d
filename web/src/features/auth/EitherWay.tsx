/** Between two ways of doing the same. */
export function EitherWay() {
  return (
    <p className="flex items-center gap-3 text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  );
}
