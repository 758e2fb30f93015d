/**
 * SQLSTATE classes that blame the database, not the request: connection, login, resources, operator, system, internal.
 */
const unavailableClasses = /^(08|28|53|57P|58|XX)/;

const unavailableStates = new Set([
  '57014', // statement timeout
  '25006', // read-only: a replica, or a server during failover
  '55000', // accepts no connections
  '3D000', // the database does not exist
  '40001', // serialization failure, deadlock, lock not available
  '40P01',
  '55P03',
]);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** The driver reports these without a code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end/;

/** True if a statement failed because the database is down, restarting, overloaded or too slow. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return driverMessages.test(error.message);
  if (networkCodes.has(code)) return true;
  return /^[0-9A-Z]{5}$/.test(code) && (unavailableClasses.test(code) || unavailableStates.has(code));
}
