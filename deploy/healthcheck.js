// Exits with 0 if the container is healthy: a web server is ready, a worker exposes its metrics.
const { ROLE = 'all', PORT = '3000', METRICS_PORT = '9464', METRICS_TOKEN } = process.env;
const url =
  ROLE === 'worker' ? `http://127.0.0.1:${METRICS_PORT}/metrics` : `http://127.0.0.1:${PORT}/readyz`;
const headers = METRICS_TOKEN ? { authorization: `Bearer ${METRICS_TOKEN}` } : {};
const answer = await fetch(url, { headers, signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
