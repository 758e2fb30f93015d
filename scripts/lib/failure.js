/** An error that the user can act on; shown without a stack trace. */
export class Failure extends Error {
  name = 'Failure';
}

/** Runs a command and sets the exit code; a `Failure` is printed as its message. */
export async function main(command) {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
