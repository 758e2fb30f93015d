const exact = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;
const alias = /^npm:(?:@[\w.-]+\/)?[\w.-]+@/;

/** Entries of a lock file that are not reproducible, each as a sentence. */
export function lockProblems(lock, workspaces) {
  const found = [];
  if (lock.lockfileVersion !== 3) found.push(`lockfileVersion is ${lock.lockfileVersion}, not 3`);
  for (const [place, entry] of Object.entries(lock.packages ?? {})) {
    if (place === '' || workspaces.includes(place)) found.push(...rangeProblems(place, entry, workspaces));
    else if (entry.link) {
      if (!workspaces.includes(entry.resolved)) found.push(`${place} is a link to ${entry.resolved}`);
    } else found.push(...packageProblems(place, entry));
  }
  return found;
}

function packageProblems(place, { version, integrity, resolved }) {
  const found = [];
  if (!exact.test(version ?? '')) found.push(`${place} has no exact version but ${version}`);
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) found.push(`${place} has no SHA-512`);
  // No registry is prescribed: the hash verifies the package.
  if (resolved !== undefined) found.push(`${place} comes from ${resolved}`);
  return found;
}

/** Direct dependencies must have exact versions. */
function rangeProblems(place, entry, workspaces) {
  const asked = { ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies };
  return Object.entries(asked)
    .filter(([name, range]) => !exact.test(range.replace(alias, '')) && !workspaces.includes(name))
    .map(([name, range]) => `${place || 'the root'} asks for ${name} as ${range}`);
}
