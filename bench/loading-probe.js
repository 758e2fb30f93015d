// Runs in the page before anything else does, and keeps what its browser notices.

globalThis.seen = { drawn: 0, moved: 0, blocked: 0 };
let first = Number.POSITIVE_INFINITY;

function on(type, note) {
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
}

on('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') first = startTime;
});
on('largest-contentful-paint', ({ startTime }) => {
  globalThis.seen.drawn = startTime;
});
on('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) globalThis.seen.moved += value;
});
// Before anything is drawn nobody could want to press it.
on('longtask', ({ startTime, duration }) => {
  const since = Math.max(startTime + 50, first);
  globalThis.seen.blocked += Math.max(0, startTime + duration - since);
});
