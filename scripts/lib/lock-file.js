const exact = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;
const alias = /^npm:(?:@[\w.-]+\/)?[\w.-]+@/;

/** Entries of a lock file that are not reproducible, each as a sentence. */
export function lockProblems(lock, workspaces) {
  const found = [];
  if (lock.lockfileVersion !== 3) found.push(`lockfileVersion is ${lock.lockfileVersion}, not 3`);
  for (const [packagePath, entry] of Object.entries(lock.packages ?? {})) {
    if (packagePath === '' || workspaces.includes(packagePath))
      found.push(...rangeProblems(packagePath, entry, workspaces));
    else if (entry.link) {
      if (!workspaces.includes(entry.resolved)) found.push(`${packagePath} is a link to ${entry.resolved}`);
    } else found.push(...packageProblems(packagePath, entry));
  }
  return found;
}

function packageProblems(packagePath, { version, integrity, resolved }) {
  const found = [];
  if (!exact.test(version ?? '')) found.push(`${packagePath} has no exact version but ${version}`);
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) found.push(`${packagePath} has no SHA-512`);
  // No registry is prescribed: the hash verifies the package.
  if (resolved !== undefined) found.push(`${packagePath} comes from ${resolved}`);
  return found;
}

/** Direct dependencies must have exact versions. */
function rangeProblems(packagePath, entry, workspaces) {
  const wanted = { ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies };
  return Object.entries(wanted)
    .filter(([name, range]) => !exact.test(range.replace(alias, '')) && !workspaces.includes(name))
    .map(([name, range]) => `${packagePath || 'the root'} asks for ${name} as ${range}`);
}
